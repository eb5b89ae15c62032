#!/usr/bin/env bash
# Builds pgvector for the machine's PostgreSQL 15 where it has none (Debian 12 ships none). Idempotent; needs root.
set -euo pipefail

PG_MAJOR="${PG_MAJOR:-15}"
[ -f "/usr/share/postgresql/${PG_MAJOR}/extension/vector.control" ] && exit 0

echo "pgvector: building it for PostgreSQL ${PG_MAJOR}"
. /etc/os-release
# The mirror this machine already uses for Debian itself.
mirror=$({ cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true; } |
  awk '/^URIs:/ && !/security/ {print $2; exit} /^deb / && !/security/ {for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) {print $i; exit}}')
signed=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb-src [signed-by=${signed}] ${mirror} trixie main" > /etc/apt/sources.list.d/turnpike-pgvector-src.list
trap 'rm -f /etc/apt/sources.list.d/turnpike-pgvector-src.list' EXIT
apt-get update -qq
apt-get install -y -qq "postgresql-server-dev-${PG_MAJOR}" make gcc dpkg-dev >/dev/null
build=$(mktemp -d)
cd "$build"
apt-get source -qq pgvector >/dev/null
cd pgvector-*/
make -s OPTFLAGS="" PG_CONFIG="/usr/lib/postgresql/${PG_MAJOR}/bin/pg_config" >/dev/null
make -s install PG_CONFIG="/usr/lib/postgresql/${PG_MAJOR}/bin/pg_config" >/dev/null
echo "pgvector: installed"
