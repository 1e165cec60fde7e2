import { type Kysely, sql, type Transaction } from 'kysely'
import { append, ofInstallation } from '#server/store/activity'
import type { Database } from '#server/store/tables'
import { behindTheLog, pastTheGuards } from '../builders/tamper.ts'

type Db = Kysely<Database>

export const now = '2026-11-21T09:00:00.000Z'

/** An entry about the installation that changes no row. */
export const entry = (action: string) =>
  ofInstallation({ at: now, action, title: action, message: action, details: {} })

/** Does what an owner of the database does in a session: a statement, or several. */
export const run = (trx: Db, ...statements: string[]) => sql.raw(statements.join(';')).execute(trx)

/** Changes a row past all triggers. */
export const hidden = (table: string, statement: string) => (trx: Db) => behindTheLog(trx, table, statement)

export const FIRST = (table: string, where: string) => `(select min(id) from ${table} where ${where})`

/** Cuts off the log behind an entry as somebody does who leaves no trace in its tables. */
export const cutOff = (after: () => number) => (trx: Db) =>
  pastTheGuards(
    trx,
    `create temporary table cut on commit drop as select entry_id as id from activity_chain where seq > ${after()}`,
    `update activity_stream set position = kept.position from (
      select stream, max(position) as position from activity where id not in (select id from cut) group by 1) as kept
      where kept.stream = activity_stream.stream`,
    'delete from activity_personal where entry_id in (select id from cut)',
    `delete from log_leaf where seq > ${after()}`,
    `delete from activity_chain where seq > ${after()}`,
    'delete from activity where id in (select id from cut)',
    // Hashes of full tiles of leaves stay where they were complete.
    `delete from log_hash where index >= (select count(*) from log_leaf) / (256 ^ level)::bigint`,
  )

/** Tamperings by the owner of the database after a head was signed, each with the finding that must name it. */
export const tamperings = (
  signed: () => number,
): readonly [what: string, done: (trx: Db) => Promise<unknown>, named: RegExp][] => [
  [
    'a doubled bid',
    hidden(
      'requirement',
      `update requirement set bid = bid * 2 where id = ${FIRST('requirement', 'bid is not null')}`,
    ),
    /^rows: requirement \S+ is not as entry/m,
  ],
  [
    'a lowered offer',
    hidden(
      'project',
      `update project set offer = offer - 1 where id = ${FIRST('project', 'offer is not null')}`,
    ),
    /^rows: project \S+ is not as entry/m,
  ],
  [
    'a rewritten comment',
    hidden('comment', `update comment set text = 'All is well' where id = ${FIRST('comment', 'true')}`),
    /^rows: comment \S+ is not as entry/m,
  ],
  [
    'a renamed organisation',
    hidden('organisation', `update organisation set name = 'Another' where id = 'OP01'`),
    /^rows: organisation OP01 is not as entry/m,
  ],
  [
    'raised certified units',
    hidden(
      'service',
      `update service set units = units + 1 where id = ${FIRST('service', `status = 'Certified' and units is not null`)}`,
    ),
    /^rows: service \S+ is not as entry/m,
  ],
  [
    'a changed result',
    hidden(
      'match_result',
      `update match_result set solution = jsonb_set(solution, '{surplus}', '1') where id = ${FIRST('match_result', 'true')}`,
    ),
    /^rows: match_result \S+ is not as entry/m,
  ],
  [
    'a swapped document',
    hidden(
      'filed_document',
      `update filed_document set sha256 = repeat('0', 64) where id = ${FIRST('filed_document', 'owner_id is not null')}`,
    ),
    /^rows: filed_document \S+ is not as entry/m,
  ],
  [
    'a credit given to another',
    hidden(
      'credit',
      `update credit set requirement_id = (select min(id) from requirement where id <> credit.requirement_id)
       where id = ${FIRST('credit', `status = 'Issued' and requirement_id is not null`)}`,
    ),
    /^rows: credit \S+ is not as entry/m,
  ],
  [
    'a row of the ledger deleted',
    hidden('credit_ledger', 'delete from credit_ledger where seq = (select min(seq) from credit_ledger)'),
    /^rows: credit_ledger \d+ is gone, and was there by entry/m,
  ],
  [
    'a row of the ledger changed',
    hidden(
      'credit_ledger',
      'update credit_ledger set units = units + 1 where seq = (select max(seq) from credit_ledger)',
    ),
    /^rows: credit_ledger \d+ is not as entry/m,
  ],
  [
    'an administrator made',
    hidden('user', `update "user" set groups = '{sysadmin,admin}' where id = 'alba.bu01'`),
    /^rows: user alba.bu01 is not as entry/m,
  ],
  [
    'a declaration removed',
    hidden(
      'declaration_answer',
      `delete from declaration_answer where id = ${FIRST('declaration_answer', 'true')}`,
    ),
    /^rows: declaration_answer \S+ is gone/m,
  ],
  [
    'a status changed',
    hidden(
      'participation',
      `update participation set status = 'Interested' where id = ${FIRST('participation', `status = 'Registered'`)}`,
    ),
    /^trail: participation \S+ is Interested, and by the log it is Registered/m,
  ],
  [
    'a certificate signed by nobody',
    hidden(
      'certificate',
      `update certificate set signature = (select max(signature) from certificate) where number = (select min(number) from certificate)`,
    ),
    /^certificates: certificate \S+ has a signature that does not hold/m,
  ],
  [
    'a row and its commitment rewritten',
    async trx => {
      await behindTheLog(
        trx,
        'requirement',
        `update requirement set bid = bid * 2 where id = ${FIRST('requirement', 'bid is not null')}`,
      )
      await behindTheLog(
        trx,
        'activity_row',
        `set local timezone = 'UTC'; update activity_row as change set digest = sha256(convert_to(salt::text || to_jsonb(one)::text, 'UTF8'))
        from requirement as one where one.id = change.row_key and change.nr = (select max(nr) from activity_row
          where table_name = 'requirement' and row_key = ${FIRST('requirement', 'bid is not null')})`,
      )
    },
    /^rows: The entry of the log with id \d+ vouches for other changes of rows than lie beside it \(of .*requirement /m,
  ],
  [
    'an entry of the log rewritten',
    hidden(
      'activity',
      `update activity set message = 'Nothing' where id = (select entry_id from activity_chain where seq = 200)`,
    ),
    /^log: Entry 200 is not what was written/m,
  ],
  [
    'an entry of the log taken out',
    trx =>
      pastTheGuards(
        trx,
        'delete from activity_personal where entry_id = (select entry_id from activity_chain where seq = 200)',
        'delete from activity where id = (select entry_id from activity_chain where seq = 200)',
        'delete from activity_chain where seq = 200',
      ),
    /^log: Entry 200 is missing/m,
  ],
  [
    'a row changed with triggers on',
    trx => run(trx, `update project set offer = offer - 1 where id = 'P301'`),
    /^rows: project P301 was changed outside an action after entry \d+ of 2026-\S+Z/m,
  ],
  [
    'the same, and an action changed the row since then',
    async trx => {
      await run(trx, `update project set offer = offer - 1 where id = 'P301'`, `set local market.rows = ''`)
      await run(trx, `update project set version = version + 1 where id = 'P301'`)
      await append(trx as Transaction<Database>, [entry('Later')])
    },
    /^rows: project P301 was changed outside an action after entry \d+ of 2026-\S+Z/m,
  ],
  [
    'a password replaced',
    hidden('credential', `update credential set password_hash = 'another' where user_id = 'operator'`),
    /^rows: credential operator is not as entry/m,
  ],
  [
    'a second factor removed',
    hidden('second_factor', `delete from second_factor where user_id = 'operator'`),
    /^rows: second_factor operator is gone, and was there by entry/m,
  ],
  [
    'the log cut off behind its last signed head',
    cutOff(signed),
    /^log: The log has a signed head of \d+ entries, and the entry that noted it was cut off/m,
  ],
  [
    'the last signed head taken away',
    trx => pastTheGuards(trx, `delete from log_checkpoint where size = ${signed()}`),
    /^log: Entry \d+ notes a signed head of \d+ entries that is gone/m,
  ],
]

/** Changes of everything by which somebody is let in: what, of which table, how, and the key of the row to be named. */
export const WAYS_IN: readonly [what: string, table: string, statement: string, key: string][] = [
  [
    'a password that needs no change',
    'credential',
    `update credential set must_change = not must_change where user_id = 'operator'`,
    'operator',
  ],
  ['a password taken away', 'credential', `delete from credential where user_id = 'operator'`, 'operator'],
  [
    'a secret of an authenticator replaced',
    'second_factor',
    `update second_factor set secret = 'known'`,
    'operator',
  ],
  [
    'a recovery code put in',
    'recovery_code',
    `insert into recovery_code values ('operator', repeat('c', 64))`,
    `operator ${'c'.repeat(64)}`,
  ],
  ['a recovery code taken away', 'recovery_code', 'delete from recovery_code', `operator ${'a'.repeat(64)}`],
  [
    'a passkey put in',
    'passkey',
    `insert into passkey select 'other', user_id, 'd', public_key, 0, '{}', 'Mine', now() from passkey`,
    'other',
  ],
  ['a passkey replaced', 'passkey', `update passkey set public_key = 'mine'`, 'key'],
  [
    'a link with a provider',
    'provider_identity',
    `update provider_identity set user_id = 'alba.bu01'`,
    'alba.bu01 https://id.example',
  ],
  [
    'a calendar address',
    'personal_calendar',
    `update personal_calendar set secret_hash = 'known'`,
    'operator',
  ],
  [
    'an API key that does not end',
    'api_key',
    `update api_key set expires_at = made_at + interval '365 days'`,
    'api',
  ],
  ['an API key with more rights', 'api_key', `update api_key set scopes = '{read,offers}'`, 'api'],
  ['a secret of a webhook', 'webhook', `update webhook set secret = 'known'`, 'hook'],
  ['where a webhook sends', 'webhook', `update webhook set url = 'https://elsewhere.example'`, 'hook'],
  [
    'an invitation to another address',
    'invitation',
    `insert into invitation (id, organisation_id, email, invited_by, invited_at) values ('more', 'OP01', 'x@example.org', 'operator', now())`,
    'more',
  ],
]
