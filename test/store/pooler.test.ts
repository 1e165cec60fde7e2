import { expect, it } from 'vitest'
import { openConnection } from '#server/store/one-connection'
import { proxyTo } from '../builders/proxy.ts'
import { reachOf } from '../postgres.ts'

const KEY = Buffer.from([0x4b, 0, 0, 0, 12])

/** What poolers do: the process that may be cancelled is one of their own. */
const anotherProcess = (said: Buffer): Buffer => {
  const at = said.indexOf(KEY)
  if (at >= 0) said.writeInt32BE(said.readInt32BE(at + KEY.length) + 1, at + KEY.length)
  return said
}

it('what needs a connection to itself is refused through a pooler, with the remedy', async () => {
  const database = reachOf('postgres')
  const plain = await proxyTo(database)
  await (await openConnection(plain.reach)).end()
  const pooler = await proxyTo(database, anotherProcess)
  await expect(openConnection(pooler.reach)).rejects.toThrow(
    'This needs a connection of its own, and a pooler is in the way: name the database itself in DATABASE_DIRECT_URL',
  )
})
