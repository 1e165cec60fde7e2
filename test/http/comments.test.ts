import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('case', {
      ...{ id: 'failure', name: 'Delivery failure: Sedge', projectId: 'sedge', roundId: 'bidding' },
      ...{
        ownerId: 'farm',
        lpaId: 'Somerset',
        concernedIds: ['builder', 'estate'],
        concernedLpaIds: ['Dorset'],
      },
      ...{ reportedBy: 'fay', reportedForId: 'farm', capacityLeft: [], rectifyBy: null },
      ...{ ownerPapersBy: null, otherPapersBy: null, ownerFiledAt: null, follows: null, reason: null },
    }),
    ...['builder', 'estate'].map(clientId =>
      sampleRow('agentAuthority', {
        ...{
          id: `auth-${clientId}`,
          roundId: 'bidding',
          clientId,
          agentId: 'registrar',
          permissions: ['RegisterForRound'],
        },
      }),
    ),
    ...['bob', 'eve'].map(id =>
      sampleRow('filedDocument', {
        ...{
          id: `paper of ${id}`,
          ownerKind: 'case',
          ownerId: 'failure',
          uploadedBy: id,
          replacedById: null,
        },
      }),
    ),
  )
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

describe('a message about a case', () => {
  const write = (who: string, message: string, more: Record<string, string> = {}) =>
    world.ask(who, '/api/case/failure/action/WriteMessage', {
      method: 'POST',
      payload: { values: { message, ...more } },
    })
  const authorsFor = async (who: string) => {
    const answer = await world.ask(who, '/api/comments?subjectType=case&subjectId=failure')
    return answer.json<{ items: { author: string }[] }>().items.map(({ author }) => author)
  }

  it('is read by everyone whom the case concerns, under the part of its writer', async () => {
    await world.store.db.deleteFrom('mailOutbox').execute()
    for (const who of ['bob', 'fay', 'eve', 'sue', 'dan', 'olga', 'amy'])
      expect((await write(who, 'When will the reeds be planted?\n\nPlease answer')).statusCode).toBe(200)
    const parts = ['Holder 1', 'The owner', 'Holder 2', 'The somerset (the planning authority)']
    const rest = ['Other planning authority 1', 'The operator (the market operator)', 'Agent of the owner']
    const written = [...parts, ...rest]
    const seenBy = (own: Record<number, string>) => written.map((name, nth) => own[nth] ?? name)
    expect(await authorsFor('fay')).toEqual(
      seenBy({ 1: 'Person fay, The farm (the owner)', 6: 'The agency, The farm (agent of the owner)' }),
    )
    expect(await authorsFor('eve')).toEqual(seenBy({ 2: 'Person eve, The estate (holder 2)' }))
    expect(await authorsFor('sue')).toEqual(
      seenBy({ 3: 'Person sue, The somerset (the planning authority)' }),
    )
    expect(await authorsFor('dan')).toEqual(
      seenBy({ 4: 'Person dan, The dorset (other planning authority 1)' }),
    )
    expect((await authorsFor('olga'))[0]).toBe('Person bob, The builder (holder 1)')
  })

  it('names no one in emails and in the history either', async () => {
    const emails = await world.store.db
      .selectFrom('inboxItem')
      .select(['userId', 'facts'])
      .where('kind', '=', 'case-message')
      .execute()
    expect(new Set(emails.map(({ userId }) => userId))).toEqual(
      new Set(['bob', 'fay', 'eve', 'sue', 'dan', 'olga', 'amy', 'rex']),
    )
    const history = await world.ask('fay', '/api/activity?subjectType=case&subjectId=failure')
    const seenByOwner = `${JSON.stringify(emails.filter(({ userId }) => userId === 'fay'))} ${history.body}`
    for (const name of ['The builder', 'The estate', 'Person bob', 'Person eve', 'The dorset'])
      expect([name, seenByOwner.includes(name)]).toEqual([name, false])
    expect(seenByOwner).toContain('Holder 2')
    expect(JSON.stringify(emails.filter(({ userId }) => userId === 'bob'))).not.toContain('The farm')
  })

  it('is written by an agent of several for one of them', async () => {
    expect((await write('rex', 'We wait')).json()).toMatchObject([{ field: 'writtenFor' }])
    expect((await write('rex', 'We wait', { writtenFor: 'estate' })).statusCode).toBe(200)
    expect((await authorsFor('bob')).at(-1)).toBe('Agent of holder 2')
    expect((await authorsFor('eve')).at(-1)).toBe('The registrar, The estate (agent of holder 2)')
  })

  it('is neither read nor written by anyone else, and mentions no one', async () => {
    await world.store.db
      .updateTable('case')
      .set({ concernedIds: ['builder'] })
      .execute()
    expect((await write('eve', 'Let me in')).statusCode).toBe(404)
    const query = 'subjectType=case&subjectId=failure'
    expect((await world.ask('eve', `/api/comments?${query}`)).statusCode).toBe(404)
    expect(await offered('bob', query)).toEqual(['organisation: The operator'])
  })

  it('is limited to ten a day for each person', async () => {
    for (let nth = 1; nth < 10; nth += 1) expect((await write('bob', `Again ${nth}`)).statusCode).toBe(200)
    expect((await write('bob', 'Once more')).statusCode).toBe(422)
    world.clock.now = '2026-06-02T12:00:00.000Z'
    expect((await write('bob', 'Good morning')).statusCode).toBe(200)
  })

  it('ends with the case', async () => {
    await world.store.db
      .updateTable('case')
      .set({ status: 'Dismissed', endedAt: '2026-06-02T12:00:00.000Z', reason: 'It rained' })
      .execute()
    expect((await write('bob', 'Why?')).statusCode).toBe(409)
  })
})

describe('a paper of a case', () => {
  it('names its side to others, and its person to the operator', async () => {
    const namesFor = async (who: string) => {
      const answer = await world.ask(who, '/api/files?ownerType=case&ownerId=failure')
      return answer.json<{ items: { uploadedBy: string }[] }>().items.map(one => one.uploadedBy)
    }
    expect(await namesFor('fay')).toEqual(['The other side', 'The other side'])
    expect(await namesFor('bob')).toEqual(['The other side', 'Person bob'])
    expect(await namesFor('olga')).toEqual(['Person eve', 'Person bob'])
  })
})
