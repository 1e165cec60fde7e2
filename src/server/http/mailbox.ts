import type { FastifyInstance } from 'fastify'
import { readLetter, readMailbox } from '#contract/system'
import { isLoopback } from '../config.ts'
import { mailboxOf, type Mail } from '../mail/post.ts'
import { escapeHtml } from '#front/html'
import { notFound } from '../runner/refusals.ts'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const rowOf = ({ id, to, subject, at }: Mail): string =>
  `<tr><td>${escapeHtml(at)}</td><td>${escapeHtml(to.join(', '))}</td><td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td></tr>`

const HERE = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/**
 * The local mailbox, while no mail server is named: in the demonstration for everybody, else only for whoever sits at
 * the machine itself, since letters hold codes. Behind a proxy everybody seems to sit there, so an installation with a
 * public address shows none.
 */
export const mailboxRoutes = (app: FastifyInstance, { config }: AppContext): void => {
  const { mail, demo, publicUrl } = config
  if (mail.kind !== 'mailbox' || !(demo || isLoopback(new URL(publicUrl).hostname))) return
  const letters = async (ip: string): Promise<Mail[]> => {
    if (!demo && !HERE.includes(ip)) throw notFound()
    return mailboxOf(mail.folder)
  }
  serve(app, readMailbox, async ({ request, reply }) => {
    const rows = (await letters(request.ip)).map(rowOf).join('')
    const table = `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows}</tbody></table>`
    return reply
      .type('text/html; charset=utf-8')
      .send(page('Local mailbox', rows ? table : '<p>No letters yet.</p>'))
  })
  serve(app, readLetter, async ({ params, request, reply }) => {
    const letter = (await letters(request.ip)).find(({ id }) => id === params.id)
    if (!letter) throw notFound()
    const words = escapeHtml(letter.text).replace(
      /https?:\/\/[^\s&]+/g,
      address => `<a href="${address}">${address}</a>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(
        page(escapeHtml(letter.subject), `<p>To ${escapeHtml(letter.to.join(', '))}</p><pre>${words}</pre>`),
      )
  })
}
