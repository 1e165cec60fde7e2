import type { FastifyInstance } from 'fastify'
import { readEmail, readMailbox } from '#contract/system/system'
import { isLoopback } from '../process/config.ts'
import { listMailbox, type DeliverableEmail } from './post.ts'
import { escapeHtml } from '#front/html'
import { notFoundError } from '../runner/refusals.ts'
import type { AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const rowOf = ({ id, to, subject, at }: DeliverableEmail): string =>
  `<tr><td>${escapeHtml(at)}</td><td>${escapeHtml(to.join(', '))}</td><td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td></tr>`

const HERE = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/**
 * Serves the local mailbox while no mail server is configured: in the demonstration for everyone, otherwise only for
 * requests from this machine, since emails contain codes. Behind a proxy every request seems to come from this machine,
 * so an installation with a public address shows none.
 */
export const mailboxRoutes = (app: FastifyInstance, { config }: AppContext): void => {
  const { mail, demo, publicUrl } = config
  if (mail.kind !== 'mailbox' || !(demo || isLoopback(new URL(publicUrl).hostname))) return
  const letters = async (ip: string): Promise<DeliverableEmail[]> => {
    if (!demo && !HERE.includes(ip)) throw notFoundError()
    return listMailbox(mail.folder)
  }
  mountEndpoint(app, readMailbox, async ({ request, reply }) => {
    const rows = (await letters(request.ip)).map(rowOf).join('')
    const table = `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows}</tbody></table>`
    return reply
      .type('text/html; charset=utf-8')
      .send(page('Local mailbox', rows ? table : '<p>No emails yet.</p>'))
  })
  mountEndpoint(app, readEmail, async ({ params, request, reply }) => {
    const letter = (await letters(request.ip)).find(({ id }) => id === params.id)
    if (!letter) throw notFoundError()
    const words = escapeHtml(letter.text).replace(
      /https?:\/\/[^\s&]+/g,
      address => `<a href="${address}">${address}</a>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(
        page(escapeHtml(letter.subject), `<p>To: ${escapeHtml(letter.to.join(', '))}</p><pre>${words}</pre>`),
      )
  })
}
