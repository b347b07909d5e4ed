"""The workbench: Dash pages over the engine."""
