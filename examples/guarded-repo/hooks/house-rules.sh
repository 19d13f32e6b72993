#!/bin/sh
# Tells the model what holds in this repository, with every message of the user's.
echo "House rules: amounts are whole cents. Change src/ only; the tests say what is right."
