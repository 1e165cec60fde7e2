import { describe, expect, it } from 'vitest'
import { DEFAULT_BRAND } from '#domain/people/brand'
import { deriveSecrets } from '../auth/secrets.ts'
import { composeEmail } from './letters.ts'

const secrets = deriveSecrets(Buffer.alloc(32))
const FACTS = {
  thing: 'Sedge <b>',
  market: 'Levels',
  result: 'You did not win this time.',
  client: '',
  round: 'Round 1',
  project: 'Sedge <b>',
  organisation: 'The farm',
  code: 'x',
  invitation: 'y',
  inviter: 'Fay',
}
const LETTERS = [
  ...[
    'match-accepted',
    'costs-changed',
    'comment-mention',
    'invitation',
    'second-factor-off',
    'second-factor-on',
  ],
  ...[
    'sign-up-code',
    'sign-up-known',
    'admission-refused',
    'password-code',
    'password-changed',
    'sign-in-stopped',
  ],
]

describe('emails', () => {
  it.each(LETTERS)('the email %s has the same words in plain text and in HTML', name => {
    const written = composeEmail(name, FACTS, {
      secrets,
      publicUrl: 'https://market.example.org',
      brand: DEFAULT_BRAND,
    })
    expect(written?.subject).not.toContain('undefined\n')
    expect(written?.text).toMatch(/^[A-Z][^]{40,}-- \nCredit market/)
    expect(written?.html).not.toContain('<b>')
    const words = (text = '') => text.replace(/<[^>]*>|&#\d+;|[^A-Za-z]+/g, ' ')
    for (const paragraph of written?.text.split('\n\n').slice(0, 1) ?? [])
      expect(words(written?.html).replace(/ +/g, ' ')).toContain(
        words(paragraph).slice(0, 30).replace(/ +/g, ' ').trim(),
      )
  })
  it('the email about a result names market and round, says what it means, and links to the result', () => {
    const facts = { where: 'Levels, Round 1', page: '/results/round-1' }
    const writing = { secrets, publicUrl: 'https://market.example.org', brand: DEFAULT_BRAND }
    const result = 'You won with 1 of 1 project. You receive £200.50.'
    const own = composeEmail('match-accepted', { ...facts, result, client: '' }, writing)
    expect(own?.subject).toBe('Levels, Round 1: your result')
    expect(own?.text).toContain(result)
    expect(own?.text).toContain('https://market.example.org/results/round-1\n')
    // An email queued by the previous version names what it can.
    const before = composeEmail('match-accepted', { market: 'Levels', round: 'Round 1', result }, writing)
    expect(before?.subject).toBe('Levels, Round 1: your result')
    expect(before?.text).not.toContain('undefined')
    const page = '/results/round-1?for=farm'
    const agents = composeEmail('match-accepted', { ...facts, page, result, client: 'The farm' }, writing)
    expect(agents?.subject).toBe('Levels, Round 1: the result of The farm')
    expect(agents?.text).toContain('https://market.example.org/results/round-1?for=farm\n')
  })
  it('the email about something in a round names market, round and thing in its subject line', () => {
    const facts = {
      ...FACTS,
      where: 'Levels, Round 1',
      ...{ thing: 'Sedge', author: 'Fay', text: 'Look' },
      ...{ day: '2026-07-01', project: 'Sedge', action: 'Rectify', ended: 'One' },
    }
    const writing = { secrets, publicUrl: 'https://market.example.org', brand: DEFAULT_BRAND }
    const subjects = [
      ...['costs-changed', 'comment-mention', 'registration-closes', 'redemption-due', 'compliance-due'],
      'round-ended',
    ].map(name => composeEmail(name, facts, writing)?.subject)
    expect(subjects).toEqual([
      'Levels, Round 1: the costs of Sedge have changed',
      'Levels, Round 1: Fay mentions you in a comment on Sedge',
      'Levels, Round 1: register Sedge by 1 Jul 2026',
      'Levels, Round 1: redeem the credits of Sedge by 1 Jul 2026',
      'Levels, Round 1: a compliance action on Sedge is due by 1 Jul 2026',
      'Levels, Round 1: the market round has ended',
    ])
    expect(composeEmail('control-changed', { where: '', thing: 'Sedge' }, writing)?.subject).toBe(
      'The common control of Sedge has changed',
    )
  })
  it('an email of an unknown kind is refused', () => {
    expect(
      composeEmail('toString', {}, { secrets, publicUrl: 'https://x.example', brand: DEFAULT_BRAND }),
    ).toBeUndefined()
  })
  it('an email fits phones, has a light and a dark look, no pictures and one link', () => {
    const writing = { secrets, publicUrl: 'https://market.example.org', brand: DEFAULT_BRAND }
    const facts = { where: 'Levels, Round 1', project: 'Sedge', projectId: 'p' }
    const written = composeEmail('costs-changed', facts, writing)
    expect(written?.html).toContain('name="viewport"')
    expect(written?.html).toContain('prefers-color-scheme:dark')
    expect(written?.html).not.toContain('<img')
    expect(written?.html.match(/<a /g)).toHaveLength(1)
    expect(written?.unsubscribe).toBeUndefined()
  })
  it('an email that can be unsubscribed from has the link in its footer, in text and HTML', () => {
    const writing = {
      secrets,
      publicUrl: 'https://market.example.org',
      brand: DEFAULT_BRAND,
      unsubscribe: '/unsubscribe/x',
    }
    const written = composeEmail('costs-changed', { project: 'Sedge', projectId: 'p' }, writing)
    expect(written?.unsubscribe).toBe('https://market.example.org/unsubscribe/x')
    expect(written?.text).toMatch(/\nStop emails like this: https:\/\/market\.example\.org\/unsubscribe\/x$/)
    expect(written?.html).toContain('href="https://market.example.org/unsubscribe/x"')
  })
})
