import pg from 'pg'
import { expect, it } from 'vitest'
import { createFreshDatabase } from './postgres.ts'

it('a test gets a database of its own, empty or as a copy of another', async () => {
  const first = await createFreshDatabase()
  const client = new pg.Client(first.connection)
  await client.connect()
  await client.query(`create table field as select 'Avon Farm' as name`)
  await client.end()
  const copy = await createFreshDatabase(first.name)
  const reader = new pg.Client(copy.connection)
  await reader.connect()
  expect((await reader.query('select name from field')).rows).toEqual([{ name: 'Avon Farm' }])
  await reader.end()
  await Promise.all([first.drop(), copy.drop()])
})
