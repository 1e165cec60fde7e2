import dns from 'node:dns'
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'

// Loaded into a server before its own code, to make it fail at an instant that a test chooses.

const { DIE_AFTER, DIE_WHILE = '' } = process.env

/** The server dies right after a matching statement returns a row, as long as the file DIE_WHILE exists. */
if (DIE_AFTER !== undefined) {
  const matches = new RegExp(DIE_AFTER)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the client it belongs to
  const { query } = pg.Client.prototype
  const queryAndDie = function (this: pg.Client, ...given: unknown[]): unknown {
    const [statement] = given
    const text: unknown = typeof statement === 'string' ? statement : Reflect.get(Object(statement), 'text')
    const answer: unknown = Reflect.apply(query, this, given)
    if (typeof text !== 'string' || !matches.test(text) || !(answer instanceof Promise)) return answer
    return answer.then((result: pg.QueryResult) => {
      if ((result.rowCount ?? 0) > 0 && existsSync(DIE_WHILE)) process.kill(process.pid, 'SIGKILL')
      return result
    })
  }
  Object.assign(pg.Client.prototype, { query: queryAndDie })
}

/** Resolving this name throws in a callback, where nothing can catch it. */
const lookup = dns.lookup as unknown as (...given: unknown[]) => void
Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) =>
    name === 'throws.invalid'
      ? setImmediate(() => {
          throw new Error('Injected by the test')
        })
      : lookup(name, ...rest),
})
syncBuiltinESMExports()
