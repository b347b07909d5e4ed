"""The application: `create_app(services)`."""
