import pg from 'pg'
import type { ServerConfig } from '../process/config.ts'
import { isBehindPooler } from '../store/one-connection.ts'
import { advice, fault, fine, type Finding, PATIENCE_MS, remedyFor } from './finding.ts'

/** The oldest supported version of PostgreSQL. */
const OLDEST_POSTGRES = 15

/** Difference of clocks, in seconds, from which codes of authenticators and certificates fail. */
const WRONG_CLOCK_SECONDS = 30

/** Delay of a replica, in seconds, beyond which it is of no use for reads. */
const LATE_REPLICA_SECONDS = 10

interface DatabaseFacts {
  version: number
  encoding: string
  mayCreateTables: boolean
  /** The extension for searches is there, or may be added. */
  hasTrigrams: boolean
  secondsAhead: number
}

/** Returns the findings about a database, from the facts that it reported. */
export const judgeDatabase = (facts: DatabaseFacts): Finding[] => {
  const { version, encoding, mayCreateTables, hasTrigrams, secondsAhead } = facts
  const major = Math.floor(version / 10_000)
  const wrong = [
    major < OLDEST_POSTGRES && `PostgreSQL ${major} is too old. Use PostgreSQL ${OLDEST_POSTGRES} or newer`,
    encoding !== 'UTF8' && `its encoding is ${encoding}. Create it with encoding UTF8`,
    !mayCreateTables &&
      'its user may not create tables. Make the user the owner of the database, or grant CREATE on its schema',
    !hasTrigrams &&
      'the extension pg_trgm is missing, and its user may not add it. Let an administrator run "create extension pg_trgm" in it',
  ].filter(text => text !== false)
  const clock =
    Math.abs(secondsAhead) < WRONG_CLOCK_SECONDS
      ? fine('Clock', 'agrees with the database')
      : fault(
          'Clock',
          `this machine is ${Math.abs(Math.round(secondsAhead))} seconds ${secondsAhead > 0 ? 'ahead of' : 'behind'} the database. Set both clocks by NTP`,
        )
  return [
    ...(wrong.length === 0
      ? [fine('Database', `PostgreSQL ${major}, with the rights that the market needs`)]
      : wrong.map(text => fault('Database', text))),
    clock,
  ]
}

const FACTS = `
  select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
    exists (select from pg_extension where extname = 'pg_trgm')
      or exists (select from pg_available_extensions where name = 'pg_trgm')
        and has_database_privilege(current_database(), 'create') as has_trigrams,
    extract(epoch from clock_timestamp())::float8 as seconds`

interface FactsRow {
  version: number
  encoding: string
  may_create_tables: boolean
  has_trigrams: boolean
  seconds: number
}

/** Carries work out on a connection to this address, and says why there is none. */
const onConnection = async (
  variable: string,
  connectionString: string,
  work: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> => {
  const client = new pg.Client({
    connectionString,
    application_name: 'credit-market-doctor',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    return [fault('Database', `${variable} cannot be used: ${remedyFor(error, variable)}`)]
  } finally {
    await client.end().catch(() => {})
  }
}

const checkPrimary = async (client: pg.Client): Promise<Finding[]> => {
  const before = Date.now()
  const { rows } = await client.query<FactsRow>(FACTS)
  const [row] = rows
  if (!row) throw new Error('it does not answer')
  const middle = (before + Date.now()) / 2_000
  return judgeDatabase({
    ...{ version: row.version, encoding: row.encoding, mayCreateTables: row.may_create_tables },
    ...{ hasTrigrams: row.has_trigrams, secondsAhead: middle - row.seconds },
  })
}

/** Names the organisations of sign-in providers that the market does not have; there may be no tables yet. */
const checkOrganisations = async (
  client: pg.Client,
  providers: ServerConfig['providers'],
): Promise<Finding[]> => {
  const tables = await client.query<{ has: boolean }>("select to_regclass('organisation') is not null as has")
  if (providers.length === 0 || !tables.rows[0]?.has) return []
  const { rows } = await client.query<{ id: string }>('select id from organisation where id = any($1)', [
    providers.map(({ organisation }) => organisation),
  ])
  return providers
    .filter(({ organisation }) => !rows.some(({ id }) => id === organisation))
    .map(({ id, organisation }) =>
      fault(
        `Sign-in provider ${id}`,
        `the market has no organisation ${organisation}. Correct the id in the file of SIGN_IN_PROVIDERS; it is in the address of the organisation's page`,
      ),
    )
}

const checkDirect = async (client: pg.Client): Promise<Finding[]> =>
  (await isBehindPooler(client))
    ? [
        fault(
          'Database',
          'a pooler stands in between. Set DATABASE_DIRECT_URL to the address of the database itself, for backups and notifications',
        ),
      ]
    : []

/** The database behind an address, its position in the write-ahead log, and the age of the last change that a replica has. */
const PLACE = `
  select (select system_identifier::text from pg_control_system()) || ' ' || current_database() as database,
    pg_is_in_recovery() as replica, extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as late,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::float8 as position`

const placeOf = async (client: pg.Client) => {
  const { rows } = await client.query<{
    database: string
    replica: boolean
    late: number | null
    position: number
  }>(PLACE)
  if (!rows[0]) throw new Error('it does not answer')
  return rows[0]
}

const checkReplica = async (replica: pg.Client, primary: pg.Client): Promise<Finding[]> => {
  const here = await placeOf(primary)
  const there = await placeOf(replica)
  if (!there.replica)
    return [advice('Replica', 'DATABASE_READ_URL names no replica. Leave it out, or name one')]
  if (there.database !== here.database)
    return [
      advice('Replica', 'DATABASE_READ_URL names a replica of another database, so nothing is read there'),
    ]
  const late = there.position < here.position ? (there.late ?? 0) : 0
  return late > LATE_REPLICA_SECONDS
    ? [advice('Replica', `it is ${Math.round(late)} seconds late, so the database itself is read`)]
    : [fine('Replica', 'it follows the database')]
}

/** Checks the databases that the settings name: version, rights, pooler, replica, and the clock against it. */
export const checkDatabases = async (config: ServerConfig): Promise<Finding[]> => {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl } = config
  if (databaseUrl === undefined) return [fine('Database', `the built-in one, in ${config.dataDir}`)]
  const isDirect = databaseDirectUrl === undefined || databaseDirectUrl === databaseUrl
  const found = await Promise.all([
    onConnection('DATABASE_URL', databaseUrl, async client => [
      ...(await checkPrimary(client)),
      ...(await checkOrganisations(client, config.providers)),
      ...(isDirect ? await checkDirect(client) : []),
      ...(databaseReadUrl === undefined
        ? []
        : await onConnection('DATABASE_READ_URL', databaseReadUrl, replica => checkReplica(replica, client))),
    ]),
    isDirect ? [] : onConnection('DATABASE_DIRECT_URL', databaseDirectUrl, checkDirect),
  ])
  return found.flat()
}
