import pg from 'pg'

/** Ids of the copies: draft rounds, projects offered in one round, and others in several rounds. */
export interface Copies {
  roundId: string
  projects: string[]
  rounds: string[]
  openRounds: string[]
  /** The projects of each of the open rounds. */
  toOffer: string[][]
}

const ROUND = 'RD-SOL-1'
const DRAFT = 'RD-SOL-2'
const ROUNDS = 16
const IN_ROUND = 64

/** Copies rows called `original`: every column as it is there, but those of which something else is said. Answers the ids. */
export type Copy = (table: string, said: Record<string, string>, from: string) => Promise<string[]>

const copyOn =
  (client: pg.Client): Copy =>
  async (table, said, from) => {
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_identity = 'NO'`,
      [table],
    )
    const names = columns.map(({ name }) => name)
    const { rows } = await client.query<{ id: string }>(
      `insert into ${table} (${names.join(', ')})
       select ${names.map(name => said[name] ?? `original.${name}`).join(', ')} from ${from} returning id`,
    )
    return rows.map(({ id }) => id)
  }

const PUT = { action: 'Put', title: 'Put there', message: 'Put there', details: '{}', stream: 'installation' }

/** An entry of the log that vouches for the rows that were put there. */
const VOUCH = `select append_activity(json_build_array('${JSON.stringify({
  ...{ ...PUT, subjectKind: 'installation', subjectId: 'installation', personal: [] },
  at: new Date().toISOString(),
})}'::json)) where coalesce(current_setting('market.rows', true), '') <> ''`

/** Fills an installation in one transaction by copying what is there. */
export const filled = async <T>(
  reach: pg.ClientConfig,
  work: (copy: Copy, client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(reach)
  await client.connect()
  try {
    await client.query('begin')
    const made = await work(copyOn(client), client)
    await client.query(VOUCH)
    await client.query('commit')
    await client.query('vacuum analyze')
    return made
  } finally {
    await client.end()
  }
}

/**
 * Fills an installation with so many projects with their services in one round, with sixteen further rounds that are open for offers
 * and have projects and participants of their own, and with draft rounds.
 */
export const fill = (reach: pg.ClientConfig, howMany: number): Promise<Copies> =>
  filled(reach, async (copy, client) => {
    const numbered = { id: `original.id || '-' || n`, name: `original.name || ' ' || n` }
    const times = (table: string, of: string, many: number) =>
      `${table} original cross join generate_series(1, ${many}) as n where ${of}`
    await copy('round', numbered, times('round', `original.id = '${ROUND}'`, ROUNDS))
    const inRound = `'${ROUND}-' || n % ${ROUNDS} + 1`
    await copy(
      'participation',
      { id: numbered.id, round_id: `'${ROUND}-' || n` },
      times('participation', `original.round_id = '${ROUND}'`, ROUNDS),
    )
    const offered = `(select *, count(*) over () as of from project where round_id = '${ROUND}' and status = 'Offered') as original`
    const copied = (said: Record<string, string>, from: number, many: number) =>
      copy(
        'project',
        { ...numbered, group_id: 'null', ...said },
        `${offered} cross join generate_series(${from}, ${from} + ${many} / of) as n order by n, original.id limit ${many}`,
      )
    await copied({ round_id: inRound }, howMany + 1, ROUNDS * IN_ROUND)
    await copied({}, 1, howMany)
    await copy(
      'service',
      { id: `original.id || substring(copy.id from '-.*')`, project_id: 'copy.id' },
      `service original join project copy on copy.id like original.project_id || '-%'
         and copy.round_id like '${ROUND}%' and original.project_id not like '%-%'`,
    )
    await copy('round', numbered, times('round', `original.id = '${DRAFT}'`, ROUNDS))
    const copies = await found(client)
    if (!copies) throw new Error('There is nothing to copy')
    return copies
  })

/** Returns earlier copies, if there are any. */
export const copiesIn = async (reach: pg.ClientConfig): Promise<Copies | undefined> => {
  const client = new pg.Client(reach)
  await client.connect()
  const copies = await found(client)
  await client.end()
  return copies
}

const found = async (client: pg.Client): Promise<Copies | undefined> => {
  const idsOf = async (text: string, of: string): Promise<string[]> => {
    const { rows } = await client.query<{ id: string }>(text, [of])
    return rows.map(({ id }) => id)
  }
  const openRounds = await idsOf(`select id from round where id like $1 || '-%' order by ordinal`, ROUND)
  if (openRounds.length === 0) return undefined
  const toOffer: string[][] = []
  for (const id of openRounds)
    toOffer.push(await idsOf('select id from project where round_id = $1 order by ordinal', id))
  return {
    roundId: ROUND,
    openRounds,
    rounds: await idsOf(`select id from round where id like $1 || '-%' order by ordinal`, DRAFT),
    // Withdrawn or not approved projects cannot have an offer.
    projects: await idsOf(
      `select id from project where round_id = $1 and status = 'Offered' order by ordinal`,
      ROUND,
    ),
    toOffer,
  }
}

/** Returns the version of PostgreSQL. */
export const versionOf = async (reach: pg.ClientConfig): Promise<string> => {
  const client = new pg.Client(reach)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? 'unknown'
}
