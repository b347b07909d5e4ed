"""Values to elements, rows and figures; no Dash here."""
