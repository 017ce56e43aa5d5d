"""Runs a query of `docgen trace query` in one engine, on the spans of spans.py.

    engines.py ENGINE QUERY.sql FOLDER ROWS [--csv]

Loads FOLDER/spans.parquet into the engine, runs the query, writes its rows as JSON Lines or CSV, and
prints the seconds that the query took and the greatest memory of the process in megabytes.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import time

POSTGRESQL = "/usr/lib/postgresql"

CLICKHOUSE_TABLE = """
CREATE TABLE otel_traces (
  Timestamp DateTime64(9), TraceId String, SpanId String, ParentSpanId String, TraceState String,
  SpanName LowCardinality(String), SpanKind LowCardinality(String),
  ServiceName LowCardinality(String), ResourceAttributes Map(LowCardinality(String), String),
  ScopeName String, ScopeVersion String, SpanAttributes Map(LowCardinality(String), String),
  Duration UInt64, StatusCode LowCardinality(String), StatusMessage String,
  Events Nested (Timestamp DateTime64(9), Name LowCardinality(String),
    Attributes Map(LowCardinality(String), String)),
  Links Nested (TraceId String, SpanId String, TraceState String,
    Attributes Map(LowCardinality(String), String))
) ENGINE = MergeTree PARTITION BY toDate(Timestamp)
ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))"""

CLICKHOUSE_LOAD = """
INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName,
  SpanAttributes, Duration, StatusCode, Events.Timestamp, Events.Name, Events.Attributes)
SELECT fromUnixTimestamp64Nano(start_time_unix_nano), trace_id, span_id, coalesce(parent_span_id, ''),
  name, ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer'][kind + 1],
  service_name, attributes, greatest(0, end_time_unix_nano - start_time_unix_nano),
  if(status_code = 2, 'Error', 'Unset'),
  arrayMap(e -> fromUnixTimestamp64Nano(start_time_unix_nano), events),
  events.name, events.attributes
FROM file('{folder}/spans.parquet', Parquet)"""


def clickhouse(query, folder, rows, format):
    """Embedded ClickHouse, with the table of the collector's exporter."""
    from chdb import session
    engine = session.Session(f"{folder}/clickhouse")
    if engine.query("EXISTS otel_traces", "TabSeparated").data().strip() != "1":
        engine.query(CLICKHOUSE_TABLE)
        engine.query(CLICKHOUSE_LOAD.format(folder=folder))
    start = time.monotonic()
    result = engine.query(query, "CSVWithNames" if format == "csv" else "JSONEachRow")
    seconds = time.monotonic() - start
    with open(rows, "wb") as file:
        file.write(result.bytes())
    return seconds


def duckdb(query, folder, rows, format):
    """DuckDB, directly on the Parquet file."""
    import duckdb as engine
    connection = engine.connect()
    connection.execute(f"CREATE VIEW otel_traces AS FROM '{folder}/spans.parquet'")
    options = "FORMAT CSV, HEADER" if format == "csv" else "FORMAT JSON"
    start = time.monotonic()
    connection.execute(f"COPY ({query}) TO '{rows}' ({options})")
    return time.monotonic() - start


def spark(query, folder, rows, format):
    """PySpark in local mode, on the Parquet file."""
    from pyspark.sql import SparkSession
    engine = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "6g").config("spark.sql.shuffle.partitions", "8")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .getOrCreate())
    engine.read.parquet(f"{folder}/spans.parquet").createOrReplaceTempView("otel_traces")
    start = time.monotonic()
    result = engine.sql(query).collect()
    seconds = time.monotonic() - start
    write(((r.type, r.variant, r["count"]) for r in result), rows, format)
    engine.stop()
    return seconds


def postgresql(query, folder, rows, format):
    """A cluster of its own on a Unix socket below the folder, without a port.

    PostgreSQL refuses to run as root: it then runs as the user of its Debian package.
    """
    import pyarrow.parquet
    import psycopg2
    version = sorted(os.listdir(POSTGRESQL), key=int)[-1]
    control = f"{POSTGRESQL}/{version}/bin"
    user = "postgres" if os.geteuid() == 0 else None
    home = f"{folder}/cluster"
    data = f"{home}/data"
    fresh = not os.path.exists(data)
    os.makedirs(home, exist_ok=True)
    if user:
        shutil.chown(home, user)

    def run(*command):
        subprocess.run(command, check=True, user=user, cwd=home, stdout=subprocess.DEVNULL)

    if fresh:
        run(f"{control}/initdb", "-D", data, "-U", "docgen", "-A", "trust", "-E", "UTF8",
            "--locale=C.UTF-8")
    run(f"{control}/pg_ctl", "-D", data, "-w", "-l", f"{home}/log", "-o",
        f"-c listen_addresses='' -k {home} -c work_mem=256MB -c fsync=off", "start")
    try:
        connection = psycopg2.connect(host=home, user="docgen", dbname="postgres")
        connection.autocommit = True
        cursor = connection.cursor()
        if fresh:
            load(cursor, pyarrow.parquet.ParquetFile(f"{folder}/spans.parquet"))
        options = "FORMAT csv, HEADER" if format == "csv" else ""
        start = time.monotonic()
        if format == "csv":
            with open(rows, "w") as file:
                cursor.copy_expert(f"COPY ({query}) TO STDOUT ({options})", file)
        else:
            cursor.execute(query)
            write(cursor.fetchall(), rows, format)
        return time.monotonic() - start
    finally:
        run(f"{control}/pg_ctl", "-D", data, "-m", "fast", "-w", "stop")


def load(cursor, file):
    import io
    cursor.execute("""
      CREATE UNLOGGED TABLE otel_traces (trace_id text, span_id text, parent_span_id text,
        service_name text, name text, kind integer, start_time_unix_nano bigint,
        end_time_unix_nano bigint, status_code integer, attributes jsonb, events jsonb)""")
    import csv
    for batch in file.iter_batches(100_000):
        text = io.StringIO()
        writer = csv.writer(text)
        for span in batch.to_pylist():
            events = [
                {"name": e["name"], "attributes": dict(e["attributes"])} for e in span["events"]]
            values = list(span.values())[:-2]
            values[2] = values[2] or ""
            writer.writerow(values + [json.dumps(dict(span["attributes"])), json.dumps(events)])
        text.seek(0)
        cursor.copy_expert("COPY otel_traces FROM STDIN (FORMAT csv, FORCE_NOT_NULL (parent_span_id, name))", text)
    cursor.execute("ANALYZE otel_traces")


def write(result, rows, format):
    """Writes rows as JSON Lines, as an application would."""
    with open(rows, "w") as file:
        for type, variant, count in result:
            file.write(json.dumps({"type": type, "variant": variant, "count": count}) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=["clickhouse", "duckdb", "spark", "postgresql"])
    parser.add_argument("query")
    parser.add_argument("folder")
    parser.add_argument("rows")
    parser.add_argument("--csv", dest="format", action="store_const", const="csv", default="json")
    options = parser.parse_args()
    with open(options.query) as file:
        query = file.read()
    run = globals()[options.engine]
    seconds = run(query, os.path.abspath(options.folder), options.rows, options.format)
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"{seconds:.2f} {max(own, children) // 1024}")


if __name__ == "__main__":
    main()
