"""What the callbacks work with, made once per app."""
