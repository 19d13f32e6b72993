#!/bin/sh
cat > /dev/null
sleep 0.4
