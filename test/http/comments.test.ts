import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const mention = (kind: string, id: string, value: string) => ({
  type: 'beautifulMention',
  trigger: '@',
  value,
  data: { kind, id },
})
const say = (who: string, path: string, ...children: object[]) =>
  world.ask(who, `/api/${path}/action/Comment`, {
    method: 'POST',
    payload: {
      values: {
        comment: {
          text: 'Sell everything at once',
          json: JSON.stringify({ root: { type: 'root', children: [{ type: 'paragraph', children }] } }),
        },
      },
    },
  })
const letters = async () => {
  const rows = await world.store.db
    .selectFrom('mailOutbox')
    .select(['userId', 'organisationId', 'facts'])
    .where('letter', '=', 'comment-mention')
    .orderBy('userId')
    .orderBy('organisationId')
    .execute()
  await world.store.db.deleteFrom('mailOutbox').execute()
  return rows
}
const offered = async (who: string, path: string, q = '') =>
  (await world.ask(who, `/api/mentionable?${path}&q=${q}`))
    .json<{ items: { kind: string; name: string }[] }>()
    .items.map(({ kind, name }) => `${kind}: ${name}`)
    .toSorted()

const SEDGE = 'subjectType=project&subjectId=sedge'

describe('a comment', () => {
  it('notifies the people and organisations it mentions who may see the subject', async () => {
    const answer = await say(
      'olga',
      'project/sedge',
      { type: 'text', text: 'Please look ' },
      mention('user', 'fay', 'Person fay'),
      mention('organisation', 'agency', 'The agency'),
      mention('user', 'fay', 'Person fay'),
    )
    expect(answer.statusCode, answer.body).toBe(200)
    const sent = await letters()
    expect(sent.map(one => [one.userId, one.organisationId])).toEqual([
      ['amy', null],
      ['fay', null],
    ])
    expect(sent[0]!.facts).toMatchObject({
      thing: 'Sedge',
      text: 'Please look @Person fay@The agency@Person fay',
    })
  })

  it('does not notify of hidden subjects, and names no person to another organisation', async () => {
    await say(
      'fay',
      'project/sedge',
      mention('user', 'bob', 'Person bob'),
      mention('organisation', 'estate', 'The estate'),
      mention('user', 'nobody', 'Nobody'),
      mention('user', 'olga', 'Person olga'),
    )
    const sent = await letters()
    expect(sent.map(one => one.userId)).toEqual(['olga'])
    expect(JSON.stringify(sent)).not.toContain('Person fay')
  })

  it('keeps only paragraphs, mentions and line breaks', async () => {
    await say('fay', 'project/reed', { type: 'text', text: 'No' })
    await say('eve', 'project/reed', { type: 'image', src: 'x' }, { type: 'text', text: 'Yes', style: 'y' })
    const { items } = (await world.ask('eve', '/api/comments?subjectType=project&subjectId=reed')).json<{
      items: { json: string }[]
    }>()
    expect(items.map(item => JSON.parse(item.json) as object)).toEqual([
      {
        root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Yes' }] }] },
      },
    ])
  })

  it('shows the same text in emails, lists and on its page, whatever a client sends with it', async () => {
    await say('eve', 'project/reed', { type: 'text', text: 'Do not sell' })
    const { items } = (await world.ask('eve', '/api/comments?subjectType=project&subjectId=reed')).json<{
      items: { text: string }[]
    }>()
    expect(items.map(({ text }) => text)).toContain('Do not sell')
    expect(items.map(({ text }) => text)).not.toContain('Sell everything at once')
  })

  it('is refused when it is not rich text', async () => {
    const answer = await world.ask('fay', '/api/project/sedge/action/Comment', {
      method: 'POST',
      payload: { values: { comment: { json: '<p>x</p>' } } },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      [{ field: 'comment', message: 'Not valid rich text' }],
    ])
  })
})

describe('the mention menu', () => {
  it('lists people and organisations that may see the subject', async () => {
    const organisations = ['The agency', 'The farm', 'The operator', 'The registrar', 'The somerset']
    expect(await offered('olga', SEDGE)).toEqual([
      ...organisations.map(name => `organisation: ${name}`),
      ...['amy', 'fay', 'olga', 'rex', 'sue'].map(id => `user: Person ${id}`),
    ])
    expect(await offered('olga', SEDGE, 'farm')).toEqual(['organisation: The farm'])
  })

  it('names to a participant only its own people', async () => {
    expect((await offered('fay', SEDGE)).filter(one => one.startsWith('user'))).toEqual(['user: Person fay'])
  })

  it('is closed to people who may not see the subject', async () => {
    expect((await world.ask('bob', `/api/mentionable?${SEDGE}`)).statusCode).toBe(404)
  })
})
