import { expect, it } from 'vitest'
import { openDirectConnection } from '#server/store/one-connection'
import { proxyTo } from '../builders/proxy.ts'
import { connectionConfigOf } from '../postgres.ts'

const KEY = Buffer.from([0x4b, 0, 0, 0, 12])

/** Imitates a pooler: the process that can be cancelled is one of its own. */
const anotherProcess = (said: Buffer): Buffer => {
  const at = said.indexOf(KEY)
  if (at >= 0) said.writeInt32BE(said.readInt32BE(at + KEY.length) + 1, at + KEY.length)
  return said
}

it('a connection for exclusive use is refused through a pooler, with the remedy', async () => {
  const database = connectionConfigOf('postgres')
  const plain = await proxyTo(database)
  await (await openDirectConnection(plain.reach)).end()
  const pooler = await proxyTo(database, anotherProcess)
  await expect(openDirectConnection(pooler.reach)).rejects.toThrow(
    'This needs a direct connection, but there is a pooler in between: set DATABASE_DIRECT_URL to the address of the database itself',
  )
})
