import { parentPort } from 'node:worker_threads'
import { fastify } from 'fastify'

const app = fastify()
app.get('/', async () => ({ ok: true }))
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
parentPort?.postMessage(typeof address === 'object' ? address?.port : 0)
