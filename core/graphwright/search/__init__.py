"""Finding tools by a question, explained by construction."""
