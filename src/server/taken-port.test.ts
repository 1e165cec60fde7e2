import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { refuseTakenPort } from './taken-port.ts'

it('a port on which something listens is refused with its address and what to do, and is free once that has ended', async () => {
  const other = createServer()
  await once(other.listen({ host: '127.0.0.1', port: 0 }), 'listening')
  const address = other.address()
  if (address === null || typeof address === 'string') throw new Error('The other server has no port')
  const refusal = `Something listens at 127.0.0.1:${address.port} already, perhaps another market: stop it, or name another port in PORT`
  await expect(refuseTakenPort('127.0.0.1', address.port)).rejects.toThrow(refusal)
  other.close()
  await once(other, 'close')
  await expect(refuseTakenPort('127.0.0.1', address.port)).resolves.toBeUndefined()
  await expect(refuseTakenPort('127.0.0.1', address.port)).resolves.toBeUndefined()
})
