import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws `Error` with a remedy where something listens at this address already; whatever else hinders, listening itself tells. */
export const refuseTakenPort = async (host: string, port: number): Promise<void> => {
  if (await isTaken(host, port))
    throw new Error(
      `Something listens at ${host}:${port} already, perhaps another market: stop it, or name another port in PORT`,
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
