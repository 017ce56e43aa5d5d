"""Runs a query of `docgen trace query` in one engine, on the spans of spans.py.

    engines.py ENGINE QUERY.sql FOLDER ROWS [--csv]

Loads FOLDER/spans.parquet into the engine, runs the query, writes its rows as JSON Lines or CSV, and
prints the seconds that the query took, the seconds of all processors in that time, and the greatest
memory of the engine's process in megabytes.
"""

import argparse
import json
import os
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
    watch = Stopwatch(os.getpid())
    result = engine.query(query, "CSVWithNames" if format == "csv" else "JSONEachRow")
    figures = watch.figures()
    with open(rows, "wb") as file:
        file.write(result.bytes())
    return figures


def duckdb(query, folder, rows, format):
    """DuckDB, directly on the Parquet file."""
    import duckdb as engine
    connection = engine.connect()
    connection.execute(f"CREATE VIEW otel_traces AS FROM '{folder}/spans.parquet'")
    options = "FORMAT CSV, HEADER" if format == "csv" else "FORMAT JSON"
    watch = Stopwatch(os.getpid())
    connection.execute(f"COPY ({query}) TO '{rows}' ({options})")
    return watch.figures()


def spark(query, folder, rows, format):
    """PySpark in local mode, on the Parquet file."""
    from pyspark.sql import SparkSession
    engine = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "6g").config("spark.sql.shuffle.partitions", "8")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .getOrCreate())
    engine.read.parquet(f"{folder}/spans.parquet").createOrReplaceTempView("otel_traces")
    watch = Stopwatch(engine.sparkContext._gateway.proc.pid)
    result = engine.sql(query).collect()
    figures = watch.figures()
    write(((r.type, r.variant, r["count"]) for r in result), rows)
    engine.stop()
    return figures


def postgresql(query, folder, rows, format):
    """A cluster of its own on a Unix socket below the folder, without a port.

    PostgreSQL refuses to run as root: it then runs as the user of its Debian package.
    """
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
            load(cursor, folder)
        cursor.execute("SET max_parallel_workers_per_gather = 0")
        watch = Stopwatch(connection.info.backend_pid)
        if format == "csv":
            with open(rows, "w") as file:
                cursor.copy_expert(f"COPY ({query}) TO STDOUT (FORMAT csv, HEADER)", file)
        else:
            cursor.execute(query)
            write(cursor.fetchall(), rows)
        return watch.figures()
    finally:
        run(f"{control}/pg_ctl", "-D", data, "-m", "fast", "-w", "stop")


def load(cursor, folder):
    """Loads the Parquet file through a CSV file that DuckDB writes."""
    import duckdb as converter
    table = f"{folder}/spans.csv"
    converter.execute(f"""
      COPY (SELECT * REPLACE (coalesce(parent_span_id, '') AS parent_span_id,
        to_json(attributes) AS attributes, to_json(events) AS events)
      FROM '{folder}/spans.parquet') TO '{table}' (FORMAT CSV, HEADER false)""")
    cursor.execute("""
      CREATE UNLOGGED TABLE otel_traces (trace_id text, span_id text, parent_span_id text,
        service_name text, name text, kind integer, start_time_unix_nano bigint,
        end_time_unix_nano bigint, status_code integer, attributes jsonb, events jsonb)""")
    with open(table) as file:
        cursor.copy_expert(
            "COPY otel_traces FROM STDIN (FORMAT csv, FORCE_NOT_NULL (parent_span_id, name))", file)
    os.remove(table)
    cursor.execute("ANALYZE otel_traces")


def processors(process):
    """The seconds of all processors that a process has used."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Stopwatch:
    """Measures a process while a query runs."""

    def __init__(self, process):
        self.process, self.start, self.used = process, time.monotonic(), processors(process)

    def figures(self):
        return (
            time.monotonic() - self.start, processors(self.process) - self.used, memory(self.process))


def memory(process):
    """The greatest memory that a process had, in megabytes."""
    with open(f"/proc/{process}/status") as file:
        for line in file:
            if line.startswith("VmHWM"):
                return int(line.split()[1]) // 1024


def write(result, rows):
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
    figures = run(query, os.path.abspath(options.folder), options.rows, options.format)
    print(*(f"{figure:.2f}" for figure in figures))


if __name__ == "__main__":
    main()
