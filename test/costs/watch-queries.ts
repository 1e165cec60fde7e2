import pg from 'pg'

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** Records every query that this process sends to one database, and the clients that send them, until it is stopped. */
export const watchQueries = (database: string) => {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
  const { query } = prototype
  const clients = new Set<pg.Client>()
  const texts: string[] = []
  prototype.query = function (...given) {
    if (this.database === database) {
      clients.add(this)
      const [what] = given
      texts.push(typeof what === 'string' ? what : String((what as { text?: string }).text))
    }
    return Reflect.apply(query, this, given)
  }
  return {
    clients,
    texts,
    /** Asks on a client without recording it. */
    ask: <Row extends pg.QueryResultRow>(client: pg.Client, text: string) =>
      Reflect.apply(query, client, [text]) as Promise<pg.QueryResult<Row>>,
    /** Watchers must stop in the reverse order of their beginning. */
    stop: () => {
      prototype.query = query
    },
  }
}
