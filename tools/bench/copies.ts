import pg from 'pg'

/** What was copied, by id: rounds still in draft, and projects offered in a round that is open for offers. */
export interface Copies {
  roundId: string
  rounds: string[]
  projects: string[]
}

const ROUND = 'RD-SOL-1'
const DRAFT = 'RD-SOL-2'

/** Every column but those that differ from copy to copy. */
const columnsOf = async (client: pg.Client, table: string, except: readonly string[]): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
       and column_name <> all($2)`,
    [table, except],
  )
  return rows.map(({ name }) => name).join(', ')
}

/** Fills an installation by copying rows of the demonstration: so many projects with their services, and draft rounds. */
export const fill = async (reach: pg.ClientConfig, howMany: number): Promise<Copies> => {
  const client = new pg.Client(reach)
  await client.connect()
  try {
    const project = await columnsOf(client, 'project', ['id', 'name', 'group_id'])
    const service = await columnsOf(client, 'service', ['id', 'project_id'])
    const round = await columnsOf(client, 'round', ['id', 'name'])
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>(
      `insert into project (id, name, ${project})
       select id || '-' || n, name || ' ' || n, ${project}
       from (select *, count(*) over () as of from project where round_id = $1 and status = 'Offered') as original
         cross join generate_series(1, $2 / of + 1) as n
       order by n, id limit $2 returning id`,
      [ROUND, howMany],
    )
    await client.query(
      `insert into service (id, project_id, ${service})
       select service.id || substring(copy.id from '-.*'), copy.id, ${prefixed(service)}
       from service join project copy on service.project_id || substring(copy.id from '-.*') = copy.id`,
    )
    const drafts = await client.query<{ id: string }>(
      `insert into round (id, name, ${round})
       select id || '-' || n, name || ' ' || n, ${round} from round cross join generate_series(1, 16) as n
       where id = $1 returning id`,
      [DRAFT],
    )
    await client.query('commit')
    await client.query('analyze')
    const idsOf = (made: readonly { id: string }[]) => made.map(({ id }) => id)
    return { roundId: ROUND, rounds: idsOf(drafts.rows), projects: idsOf(rows) }
  } finally {
    await client.end()
  }
}

const prefixed = (columns: string): string =>
  columns
    .split(', ')
    .map(column => `service.${column}`)
    .join(', ')

/** Which PostgreSQL this is. */
export const versionOf = async (reach: pg.ClientConfig): Promise<string> => {
  const client = new pg.Client(reach)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? 'unknown'
}
