import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedDatabase } from '#server/embedded/embedded'

/**
 * A small server that the tests kill: it starts the embedded database and, on request, sells numbered lots one after the
 * other, each with its payment in one transaction, and prints a line for every acknowledged sale.
 */
const [dataDir = '', task] = process.argv.slice(2)

const database = await startEmbeddedDatabase({ dataDir, log: line => console.log('log', line) }).catch(
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
const state = { open: true }
const closing = new Promise<void>(resolve => {
  process.once('SIGTERM', () => {
    state.open = false
    resolve()
  })
})
console.log('open')

const sales = async (sold: (number: number) => void) => {
  const client = new pg.Client(database.connection)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table if not exists lot (number int primary key)')
  await client.query('create table if not exists payment (number int primary key references lot)')
  const { rows } = await client.query<{ last: number }>('select coalesce(max(number), 0) as last from lot')
  for (let number = (rows[0]?.last ?? 0) + 1; state.open; number += 1) {
    await client.query('begin')
    await client.query('insert into lot values ($1)', [number])
    await client.query('insert into payment values ($1)', [number])
    await client.query('commit')
    sold(number)
  }
  await client.end()
}

const sell = async () => {
  while (state.open) {
    try {
      await sales(number => console.log('sold', number))
    } catch {
      console.log('interrupted')
      // Gives the restarting database a moment.
      await setTimeout(20)
    }
  }
}

const alive = setInterval(() => undefined, 60_000)
await (task === 'sell' ? sell() : closing)
clearInterval(alive)
await database.stop()
console.log('stopped')
