import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws `Error` with a remedy where something listens at this address already; whatever else hinders, listening itself tells. */
export const refuseTakenPort = async (host: string, port: number): Promise<void> => {
  const server = createServer()
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(
        `Something listens at ${host}:${port} already, perhaps another market: stop it, or name another port in PORT`,
      )
    return
  }
  server.close()
  await once(server, 'close')
}
