import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blankPerson, previewPersonBlanking } from '#server/persons/blank'
import { exportPerson } from '#server/persons/export'
import { deleteMailboxEmailsOf } from '#server/persons/mailbox'
import { renderPersonPage } from '#server/persons/page'
import { findPerson } from '#server/persons/person'
import { verifyLogChain } from '#server/log/log-check'
import { TEMPLATE_NOW, TEMPLATE_PASSWORD } from '../builders/templates.ts'
import { type World, world } from '../builders/world.ts'

/** Ada runs the market in the demonstration, and is the contact of its operator; the others name her. */
const ADA = { username: 'operator', email: 'operator@fennimarsh.example', displayName: 'Ada Fennimarsh' }
const ASKED = { called: ADA.username, reason: 'Asked for it on 3 May', now: TEMPLATE_NOW }
const REASON = 'Seen by Ada Fennimarsh'
let market: World
let projectId: string
beforeAll(async () => {
  market = await world({ works: false })
  const { db } = market.store
  projectId = (await market.store.read.list('project', { status: 'Offered' }))[0]?.id ?? ''
  const [authority] = await market.store.read.list('agentAuthority', { status: 'Pending' })
  const project = { kind: 'project' as const, id: projectId }
  const mention = { id: 'operator', kind: 'user' }
  const comment = {
    root: {
      children: [
        {
          type: 'paragraph',
          children: [
            { type: 'text', text: 'Ask ada  FENNIMARSH (operator@fennimarsh.example), and ' },
            { type: 'beautifulMention', trigger: '@', value: ADA.displayName, data: mention },
          ],
        },
      ],
    },
  }
  await market.as('operator2').does('Comment', project, { comment: { json: JSON.stringify(comment) } })
  await market
    .as('operator2')
    .does('SetApproval', { kind: 'agentAuthority', id: authority!.id }, { isApproved: false, reason: REASON })
  for (const password of ['wrong', TEMPLATE_PASSWORD])
    await market.stranger.send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: ADA.username, password }),
    })
  await sql`insert into mail_outbox (id, letter, to_address, facts, not_before, created_at, state) values
    ('to-her', 'second-factor-off', ${ADA.email}, '{}', now(), now(), 'sent'),
    ('of-her', 'comment-mention', 'x@y.example', '{"author":"Ada Fennimarsh"}', now(), now(), 'queued')`.execute(
    db,
  )
})
afterAll(() => market.close())

/** Every place in the database with this text, as table and column. */
const placesOf = async (text: string): Promise<string[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select columns.table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')`.execute(market.store.db)
  const places: string[] = []
  for (const { table, column } of rows) {
    const found = await sql`select from ${sql.id(table)}
      where strpos(lower(${sql.id(column)}::text), lower(${text})) > 0 limit 1`.execute(market.store.db)
    if (found.rows.length > 0) places.push(`${table}.${column}`)
  }
  return places
}

describe('the export of a person’s data', () => {
  it('is complete, without anything that could be used to sign in', async () => {
    const person = await exportPerson(market.store.db, ADA.email.toUpperCase(), TEMPLATE_NOW)
    const titles = person.sections.map(({ title }) => title)
    expect(titles).toEqual(
      expect.arrayContaining([
        'Account',
        'Signed in',
        'Sign-in attempts',
        'Emails',
        'What they did, from the activity log',
        'Where the activity log quotes their name or contact',
        'Named in comment, text',
        'Named in agentAuthority, reason',
      ]),
    )
    const rowsOf = (title: string) => person.sections.find(one => one.title === title)?.rows ?? []
    expect(rowsOf('Sign-in attempts').map(({ succeeded }) => succeeded)).toEqual([false, true])
    expect(rowsOf('Emails').map(({ toAddress }) => toAddress)).toEqual(
      expect.arrayContaining([ADA.email, 'x@y.example']),
    )
    const text = JSON.stringify(person)
    const { rows } = await sql<{ secret: string }>`
      select password_hash as secret from credential union select id_hash from session`.execute(
      market.store.db,
    )
    expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([])
    expect(renderPersonPage(person)).toContain('<h2>Account (1)</h2>')
  })

  it('is refused for an unknown name', async () => {
    await expect(exportPerson(market.store.db, 'nobody', TEMPLATE_NOW)).rejects.toThrow(
      'there is no one with the name, user name or email address nobody: check the spelling',
    )
  })
})

describe('blanking a person', () => {
  it('is refused for the last administrator, and with a reason that names the person', async () => {
    await expect(blankPerson(market.store.db, { ...ASKED, called: 'sysadmin' })).rejects.toThrow(
      'this is the last active system administrator',
    )
    await expect(blankPerson(market.store.db, { ...ASKED, reason: 'ada fennimarsh asked' })).rejects.toThrow(
      'the reason names the person',
    )
  })

  it('shows a preview first, and does nothing', async () => {
    const before = await placesOf(ADA.displayName)
    expect(before).toEqual(
      expect.arrayContaining([
        'user.display_name',
        'comment.json',
        'agent_authority.reason',
        'organisation.contact',
      ]),
    )
    const { removed, stays } = await previewPersonBlanking(market.store.db, ASKED)
    expect(removed).toEqual(
      expect.arrayContaining([
        { what: 'sign-in attempts', count: 2 },
        { what: 'places where they were named (agentAuthority, reason)', count: 1 },
      ]),
    )
    expect(stays[0]).toMatch(/^\d+ declarations answered and \d+ entries of the activity log/)
    expect(await placesOf(ADA.displayName)).toEqual(before)
  })

  it('removes every trace; the market continues, and the log is complete and says so', async () => {
    const { db } = market.store
    const acts = () => sql`select count(*) from activity where actor_id = 'operator'`.execute(db)
    const before = await acts()
    await sql`insert into proposal (id, subject_kind, subject_id, subject_version, action, answers, known, reason, foreseen, proposed_by, proposed_at, expires_on)
      values ('waits', 'project', ${projectId}, 1, 'Comment', '{}', repeat('0', 64), 'To be seen', ${JSON.stringify({ sentences: [`${ADA.displayName} wrote it`] })},
        'operator2', now(), current_date + 7)`.execute(db)
    const { neutralName, isDone } = await blankPerson(db, ASKED)
    expect(isDone).toBe(true)
    expect(neutralName).toMatch(/^Former user \d+$/)
    for (const known of [ADA.displayName, ADA.email])
      expect([known, await placesOf(known)]).toEqual([known, []])
    expect(await market.store.read.one('proposal', 'waits')).toMatchObject({
      ...{ status: 'Void', foreseen: { sentences: [`${neutralName} wrote it`] } },
    })
    expect((await acts()).rows).toEqual(before.rows)
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
    const { rows: salts } = await sql`select table_name from activity_row
      where table_name = 'credential' and row_key = 'operator' and salt is not null`.execute(db)
    expect(salts).toEqual([])

    const { items } = await market
      .as('operator2')
      .get<{ items: { text: string }[] }>(`/api/comments?subjectType=project&subjectId=${projectId}`)
    expect(items.at(-1)?.text).toBe(`Ask ${neutralName} (${neutralName}), and @${neutralName}`)
    const entry = await db.selectFrom('activity').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'BlankPerson', subjectId: 'operator' })
    expect((await market.as('operator').send('/api/home')).status).toBe(401)
  })

  it('happens once: there is nothing left to do', async () => {
    const entries = async () => {
      const { rows } = await sql<{ count: string }>`select count(*) from activity`.execute(market.store.db)
      return rows[0]?.count
    }
    const before = await entries()
    expect(await blankPerson(market.store.db, { ...ASKED, called: 'former-user-2' })).toMatchObject({
      isDone: false,
      removed: [],
    })
    expect(await entries()).toBe(before)
  })

  it('also works without an account, for assessors in certifications and in the log', async () => {
    const { db } = market.store
    const { rows } = await sql<{ name: string }>`
      select certification ->> 'assessedByName' as name from project where certification is not null limit 1`.execute(
      db,
    )
    const called = rows[0]?.name ?? ''
    expect(await placesOf(called)).toEqual(
      expect.arrayContaining(['activity_personal.value', 'project.certification']),
    )
    const { sections } = await exportPerson(db, called, TEMPLATE_NOW)
    expect(sections.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Where the activity log quotes their name or contact',
        'Named in project, certification',
      ]),
    )
    expect(sections.map(({ title }) => title)).not.toContain('Account')
    expect(await blankPerson(db, { ...ASKED, called })).toMatchObject({ isDone: true })
    expect(await placesOf(called)).toEqual([])
    await expect(blankPerson(db, { ...ASKED, called })).rejects.toThrow(`there is no one with the name`)
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
    const [project] = await market.store.read.list('project', { status: 'Monitoring' })
    const { items } = await market
      .as('operator2')
      .get<{ items: object[] }>(`/api/project/${project?.id}/certification`)
    expect(items).not.toEqual([])
  })

  it('reports an address that nothing in the market names, as an export does', async () => {
    const { db } = market.store
    const called = 'nobody@nowhere.example'
    const nobody =
      'there is no one with the name, user name or email address nobody@nowhere.example: check the spelling'
    await expect(exportPerson(db, called, TEMPLATE_NOW)).rejects.toThrow(nobody)
    await expect(previewPersonBlanking(db, { ...ASKED, called })).rejects.toThrow(nobody)
    await expect(blankPerson(db, { ...ASKED, called })).rejects.toThrow(nobody)
  })

  it('also covers emails in a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'credit-market-letters-'))
    const person = await market.store.transaction(tx => findPerson(tx.db, 'operator2'))
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ to: [person.account?.email] }))
    writeFileSync(join(folder, 'b.json'), JSON.stringify({ to: ['somebody@else.example'] }))
    expect(await deleteMailboxEmailsOf(folder, person)).toBe(1)
    expect(readdirSync(folder)).toEqual(['b.json'])
    expect(await deleteMailboxEmailsOf(join(folder, 'none'), person)).toBe(0)
  })
})
