import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Throws `Error` with a remedy if another program listens at this address; listening itself reports any other obstacle.
 */
export const refuseTakenPort = async (host: string, port: number): Promise<void> => {
  if (await isTaken(host, port))
    throw new Error(
      `Another program, perhaps another market, is already using ${host}:${port}: stop it, or set another port in PORT`,
    )
}

const isTaken = async (host: string, port: number): Promise<boolean> => {
  const server = createServer()
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  }
  server.close()
  await once(server, 'close')
  return false
}
