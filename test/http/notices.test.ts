import { once } from 'node:events'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMinutes } from '@credit-market/values/dates'
import { openMailTransport, type MailTransport } from '#server/mail/post'
import { sendNextEmail } from '#server/mail/send'
import { openSecrets } from '#server/auth/secrets'
import type { JobContext } from '#server/tasks/schedule'
import { sendDigests } from '#server/notifications/send-digests'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const act = async (who: string, path: string, action: string, values: object) => {
  const answer = await world.ask(who, `/api/${path}/action/${action}`, {
    method: 'POST',
    payload: { values },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** New notices since the last call: notice, reader, and how the email is sent. */
const told = async () => {
  const { db } = world.store
  const rows = await db.selectFrom('inboxItem').selectAll().orderBy('kind').orderBy('userId').execute()
  const letters = await db.selectFrom('mailOutbox').selectAll().execute()
  await db.deleteFrom('inboxItem').execute()
  await db.deleteFrom('mailOutbox').execute()
  return rows.map(one => {
    const letter = letters.find(({ id }) => id === one.letterId)
    const how = one.forDigest ? 'daily' : letter?.userId === one.userId ? 'atOnce' : 'none'
    return `${one.kind} ${one.userId} ${how}`
  })
}
const choose = (userId: string, kind: string, how: 'atOnce' | 'daily' | 'none') =>
  world.store.db
    .insertInto('noticeChoice')
    .values({ userId, kind, how })
    .onConflict(clash => clash.columns(['userId', 'kind']).doUpdateSet({ how }))
    .execute()
const costs = (maintenance: number) => ({
  ...{ maintenance, marketOperator: 2, complianceMonitoring: 3, performanceMonitoring: 4 },
})

describe('notices', () => {
  it('tell the owner and its agent for offers, and no one else, of costs that change after an offer', async () => {
    await act('olga', 'project/sedge', 'SetCosts', costs(1))
    expect(await told()).toEqual(['costs-changed amy atOnce', 'costs-changed fay atOnce'])
  })

  it('are emailed as the reader chose unless mandatory, and always appear in the inbox', async () => {
    await choose('fay', 'offer-made', 'none')
    await choose('fay', 'costs-changed', 'none')
    await choose('amy', 'offer-made', 'daily')
    await act('olga', 'project/sedge', 'SetOffer', { offer: 1000, declarations: [] })
    expect(await told()).toEqual(['offer-made amy daily', 'offer-made fay none'])
    await act('olga', 'project/sedge', 'SetCosts', costs(5))
    expect(await told()).toEqual(['costs-changed amy atOnce', 'costs-changed fay atOnce'])
  })

  it('stop waiting for an action when it is done, or no longer possible', async () => {
    const open = () =>
      world.store.db
        .selectFrom('inboxItem')
        .select('userId')
        .where('endedAt', 'is', null)
        .where('kind', '=', 'costs-changed')
        .orderBy('userId')
        .execute()
    await act('olga', 'project/sedge', 'SetCosts', costs(6))
    expect((await open()).map(({ userId }) => userId)).toEqual(['amy', 'fay'])
    await act('fay', 'project/sedge', 'SetOffer', { offer: 2000, declarations: [] })
    expect(await open()).toEqual([])
    await act('olga', 'project/sedge', 'SetCosts', costs(7))
    expect(await open()).toHaveLength(2)
    await act('olga', 'agent-authority/auth-1', 'EditPermissions', { permissions: ['RegisterForRound'] })
    expect((await open()).map(({ userId }) => userId)).toEqual(['fay'])
    await act('olga', 'round/bidding', 'CloseBidsAndOffers', { confirmed: true })
    expect(await open()).toEqual([])
    await act('olga', 'round/bidding', 'OpenBidsAndOffers', { confirmed: true })
    await told()
  })

  it('tell client and agent when an authority is decided or changed', async () => {
    await act('olga', 'agent-authority/auth-1', 'SetApproval', {
      isApproved: true,
      permissions: ['MakeOffersOrBids'],
    })
    expect(await told()).toEqual(['authority-approved amy atOnce', 'authority-approved fay atOnce'])
    await act('olga', 'agent-authority/auth-1', 'SetApproval', {
      isApproved: false,
      reason: 'It has run out',
    })
    expect(await told()).toEqual(['authority-refused amy atOnce', 'authority-refused fay atOnce'])
    await act('olga', 'agent-authority/auth-1', 'SetApproval', {
      isApproved: true,
      permissions: ['MakeOffersOrBids'],
    })
    await told()
  })

  it('tell watchers of a new status if they may see it, and no one twice', async () => {
    const { db } = world.store
    for (const userId of ['sue', 'dan', 'bob', 'fay'])
      await db
        .insertInto('watch')
        .values({ userId, subjectKind: 'project', subjectId: 'sedge', since: world.clock.now })
        .execute()
    await sql`update project set status = 'ApprovedRound', offer = null, offered_at = null, lpa_id = 'Somerset' where id = 'sedge'`.execute(
      db,
    )
    await act('olga', 'project/sedge', 'SetOffer', { offer: 1000, declarations: [] })
    expect(await told()).toEqual(['offer-made amy daily', 'offer-made fay none', 'watched sue daily'])
  })

  it('are combined into one daily digest for those who want it, sent once by two servers', async () => {
    await act('olga', 'project/sedge', 'SetOffer', { offer: 1001, declarations: [] })
    await act('fay', 'project/sedge', 'SetOffer', { offer: 1002, declarations: [] })
    const { db } = world.store
    const send = () => sendDigests.run({ runtime: world.runtime } as JobContext)
    await send()
    const digests = () =>
      db.selectFrom('mailOutbox').selectAll().where('letter', '=', 'daily-digest').execute()
    expect(await digests()).toEqual([])
    world.clock.now = addMinutes(world.clock.now, 24 * 60)
    await Promise.all([send(), send(), send()])
    await send()
    const sent = await digests()
    expect(sent.map(({ userId }) => userId)).toEqual(['amy'])
    expect(JSON.parse(sent[0]?.facts.items ?? '')).toMatchObject([
      { kind: 'offer-made' },
      { kind: 'offer-made' },
    ])
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from inbox_item where user_id = 'amy' and letter_id = ${sent[0]?.id} and not for_digest`.execute(
      db,
    )
    expect(rows).toEqual([{ count: 2 }])
    await told()
  })

  it('reach each of thousands of participants in inbox and email when a round closes', async () => {
    const { db } = world.store
    await sql`insert into organisation (id, type, name, version) select 'many-' || n, 'PARTICIPANT', 'Many ' || n, 1 from generate_series(1, 3000) n`.execute(
      db,
    )
    await sql`insert into "user" (id, username, email, display_name, groups, organisation_id, active, second_factor, must_reset_password, admitted_at)
      select 'many-' || n, 'many-' || n, n || '@x.example', 'Many ' || n, '{participant}', 'many-' || n, true, false, false, now()
      from generate_series(1, 3000) n`.execute(db)
    await sql`insert into participation (id, organisation_id, round_id, capacity, status)
      select 'many-' || n, 'many-' || n, 'bidding', 'Buyer', 'Registered' from generate_series(1, 3000) n`.execute(
      db,
    )
    await act('olga', 'round/bidding', 'CloseBidsAndOffers', { confirmed: true })
    const all = await told()
    expect(all.filter(one => one.startsWith('bids-closed many-') && one.endsWith('atOnce'))).toHaveLength(
      3000,
    )
    await act('olga', 'round/bidding', 'OpenBidsAndOffers', { confirmed: true })
    // A person with an offer or bid to confirm gets that notice, and not also the one that bids are open.
    const personOf = (one: string) => one.split(' ')[1] ?? ''
    const closed = new Set(all.map(personOf))
    const again = (await told()).map(personOf).filter(one => closed.has(one))
    expect(again.toSorted()).toEqual([...closed].toSorted())
  })

  it('reach the mail server once per reader and id, whichever server dies on the way', async () => {
    const received: { to: string[]; id: string }[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const id = /^Message-ID: <([^@]+)@/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
          received.push({ to: envelope.rcptTo.map(({ address }) => address), id })
          done()
        })
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as { port: number }
    const post = openMailTransport({
      mail: { kind: 'smtp', url: `smtp://127.0.0.1:${port}` },
      publicUrl: 'https://market.example',
    })
    const secrets = openSecrets(world.config)
    const sending = (by: MailTransport) => ({
      runtime: world.runtime,
      secrets,
      publicUrl: 'https://market.example',
      post: by,
    })
    // One dies before the email is handed over, and one right after.
    const before: MailTransport = { deliver: () => new Promise(() => {}), close: () => {} }
    const after: MailTransport = {
      deliver: async mail => post.deliver(mail).then(() => new Promise(() => {})),
      close: () => {},
    }

    await sql`delete from participation where id like 'many-%'`.execute(world.store.db)
    await act('olga', 'project/sedge', 'SetCosts', costs(9))
    await act('olga', 'round/bidding', 'CloseBidsAndOffers', { confirmed: true })
    const { db } = world.store
    const outbox = await db
      .selectFrom('mailOutbox')
      .innerJoin('user', 'user.id', 'mailOutbox.userId')
      .select(['mailOutbox.id', 'user.email'])
      .execute()
    expect(outbox.length).toBeGreaterThan(3)
    void sendNextEmail(sending(before))
    void sendNextEmail(sending(after))
    for (;;) {
      const begun = await db.selectFrom('mailOutbox').select('id').where('attempt', '=', 1).execute()
      if (begun.length === 2 && received.length === 1) break
    }
    world.clock.now = addMinutes(world.clock.now, 3)
    while (await sendNextEmail(sending(post)));
    expect(received).toHaveLength(outbox.length + 1)
    const arrived = [...new Set(received.map(({ id, to }) => `${id} ${to.join()}`))]
    expect(arrived.toSorted()).toEqual(outbox.map(({ id, email }) => `${id} ${email}`).toSorted())
    post.close()
    server.close()
  })
})
