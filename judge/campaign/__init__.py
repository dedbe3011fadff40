"""The campaign: games with their players, orders, windows and mail, kept in a store.

An act (`judge.campaign.act`) is one transaction; a module here is one subject, and its functions take the act first.
"""
