import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { SMTPServer } from 'smtp-server'

// Receives webhooks or email in a process of its own, which may be killed, and writes the id of each into a file before it
// says that it has it:
//   node receivers.ts webhooks <address> <port> <file> <certificate> <key>
//   node receivers.ts mail <address> <port> <file>

const [kind, address, port, file = '', certificate = '', key = ''] = process.argv.slice(2)
const record = (id: unknown): void => appendFileSync(file, `${String(id)}\n`)

if (kind === 'webhooks') {
  const secrets = { cert: readFileSync(certificate), key: readFileSync(key) }
  createServer(secrets, (request, response) => {
    request.resume().on('end', () => {
      record(request.headers['webhook-id'])
      response.writeHead(204).end()
    })
  }).listen(Number(port), address)
} else {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const message = Buffer.concat(chunks).toString()
        record(/^Message-ID:\s*<([^@>]+)@/im.exec(message)?.[1])
        done()
      })
    },
  })
  // A client that is killed leaves its connection behind.
  server.on('error', () => {})
  server.listen(Number(port), address)
}
