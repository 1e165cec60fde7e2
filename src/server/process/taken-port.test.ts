import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { refuseTakenPort } from './taken-port.ts'

it('a port in use is refused with its address and what to do, and is free again afterwards', async () => {
  const other = createServer()
  await once(other.listen({ host: '127.0.0.1', port: 0 }), 'listening')
  const address = other.address()
  if (address === null || typeof address === 'string') throw new Error('The other server has no port')
  const refusal = `Another program, perhaps another market, is already using 127.0.0.1:${address.port}: stop it, or set another port in PORT`
  await expect(refuseTakenPort('127.0.0.1', address.port)).rejects.toThrow(refusal)
  other.close()
  await once(other, 'close')
  await expect(refuseTakenPort('127.0.0.1', address.port)).resolves.toBeUndefined()
  await expect(refuseTakenPort('127.0.0.1', address.port)).resolves.toBeUndefined()
})
