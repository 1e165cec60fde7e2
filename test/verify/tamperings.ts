import { type Kysely, sql, type Transaction } from 'kysely'
import { appendLogEntries, buildInstallationEntry } from '#server/store/activity'
import type { Database } from '#server/store/tables/tables'
import { bypassLog, bypassGuards } from '../builders/tamper.ts'

type Db = Kysely<Database>

export const createNow = '2026-11-21T09:00:00.000Z'

/** An entry about the installation that changes no row. */
export const createInstallationEntry = (action: string) =>
  buildInstallationEntry({ at: createNow, action, title: action, message: action, details: {} })

/** Runs statements as an owner of the database would in a session. */
export const runStatements = (trx: Db, ...statements: string[]) => sql.raw(statements.join(';')).execute(trx)

/** Changes a row and bypasses all triggers. */
export const changeRowWithoutTriggers = (table: string, statement: string) => (trx: Db) =>
  bypassLog(trx, table, statement)

export const readFirstId = (table: string, where: string) => `(select min(id) from ${table} where ${where})`

/** Truncates the log after an entry without leaving a trace in its tables. */
export const truncateLog = (after: () => number) => (trx: Db) =>
  bypassGuards(
    trx,
    `create temporary table cut on commit drop as select entry_id as id from activity_chain where seq > ${after()}`,
    `update activity_stream set position = kept.position from (
      select stream, max(position) as position from activity where id not in (select id from cut) group by 1) as kept
      where kept.stream = activity_stream.stream`,
    'delete from activity_personal where entry_id in (select id from cut)',
    `delete from log_leaf where seq > ${after()}`,
    `delete from activity_chain where seq > ${after()}`,
    'delete from activity where id in (select id from cut)',
    // Hashes of full tiles of leaves remain if they were complete.
    `delete from log_hash where index >= (select count(*) from log_leaf) / (256 ^ level)::bigint`,
  )

/** A tampering, and the difference that must name it. */
export type Tampering = readonly [what: string, done: (trx: Db) => Promise<unknown>, named: RegExp]

/** Tamperings by the owner of the database after a checkpoint was signed, each with the difference that must name it. */
export const TAMPERINGS = (signed: () => number): readonly Tampering[] => [
  [
    'a doubled bid',
    changeRowWithoutTriggers(
      'requirement',
      `update requirement set bid = bid * 2 where id = ${readFirstId('requirement', 'bid is not null')}`,
    ),
    /^rows: requirement \S+ does not match entry/m,
  ],
  [
    'a lowered offer',
    changeRowWithoutTriggers(
      'project',
      `update project set offer = offer - 1 where id = ${readFirstId('project', 'offer is not null')}`,
    ),
    /^rows: project \S+ does not match entry/m,
  ],
  [
    'a rewritten comment',
    changeRowWithoutTriggers(
      'comment',
      `update comment set text = 'All is well' where id = ${readFirstId('comment', 'true')}`,
    ),
    /^rows: comment \S+ does not match entry/m,
  ],
  [
    'a renamed organisation',
    changeRowWithoutTriggers('organisation', `update organisation set name = 'Another' where id = 'OP01'`),
    /^rows: organisation OP01 does not match entry/m,
  ],
  [
    'raised certified units',
    changeRowWithoutTriggers(
      'service',
      `update service set units = units + 1 where id = ${readFirstId('service', `status = 'Certified' and units is not null`)}`,
    ),
    /^rows: service \S+ does not match entry/m,
  ],
  [
    'a changed result',
    changeRowWithoutTriggers(
      'match_result',
      `update match_result set solution = jsonb_set(solution, '{surplus}', '1') where id = ${readFirstId('match_result', 'true')}`,
    ),
    /^rows: match_result \S+ does not match entry/m,
  ],
  [
    'a swapped document',
    changeRowWithoutTriggers(
      'filed_document',
      `update filed_document set sha256 = repeat('0', 64) where id = ${readFirstId('filed_document', 'owner_id is not null')}`,
    ),
    /^rows: filed_document \S+ does not match entry/m,
  ],
  [
    'a credit given to another',
    changeRowWithoutTriggers(
      'credit',
      `update credit set requirement_id = (select min(id) from requirement where id <> credit.requirement_id)
       where id = ${readFirstId('credit', `status = 'Issued' and requirement_id is not null`)}`,
    ),
    /^rows: credit \S+ does not match entry/m,
  ],
  [
    'a row of the ledger deleted',
    changeRowWithoutTriggers(
      'credit_ledger',
      'delete from credit_ledger where seq = (select min(seq) from credit_ledger)',
    ),
    /^rows: credit_ledger \d+ is missing, but exists according to entry/m,
  ],
  [
    'a row of the ledger changed',
    changeRowWithoutTriggers(
      'credit_ledger',
      'update credit_ledger set units = units + 1 where seq = (select max(seq) from credit_ledger)',
    ),
    /^rows: credit_ledger \d+ does not match entry/m,
  ],
  [
    'money moved between accounts',
    changeRowWithoutTriggers(
      'money_posting',
      `update money_posting set account_id = 'suspense' where account_id = 'operator'`,
    ),
    /^rows: money_posting settlement \S+ \d+ does not match entry/m,
  ],
  [
    'an administrator made',
    changeRowWithoutTriggers('user', `update "user" set groups = '{sysadmin,admin}' where id = 'alba.bu01'`),
    /^rows: user alba.bu01 does not match entry/m,
  ],
  [
    'a declaration removed',
    changeRowWithoutTriggers(
      'declaration_answer',
      `delete from declaration_answer where id = ${readFirstId('declaration_answer', 'true')}`,
    ),
    /^rows: declaration_answer \S+ is missing/m,
  ],
  [
    'a status changed',
    changeRowWithoutTriggers(
      'participation',
      `update participation set status = 'Interested' where id = ${readFirstId('participation', `status = 'Registered'`)}`,
    ),
    /^trail: participation \S+ is Interested, and by the log it is Registered/m,
  ],
  [
    'a certificate signed with an unknown key',
    changeRowWithoutTriggers(
      'certificate',
      `update certificate set signature = (select max(signature) from certificate) where number = (select min(number) from certificate)`,
    ),
    /^certificates: certificate \S+ has a signature that does not match/m,
  ],
  [
    'a row and its commitment rewritten',
    async trx => {
      await bypassLog(
        trx,
        'requirement',
        `update requirement set bid = bid * 2 where id = ${readFirstId('requirement', 'bid is not null')}`,
      )
      await bypassLog(
        trx,
        'activity_row',
        `set local timezone = 'UTC'; update activity_row as change set digest = sha256(convert_to(salt::text || to_jsonb(one)::text, 'UTF8'))
        from requirement as one where one.id = change.row_key and change.nr = (select max(nr) from activity_row
          where table_name = 'requirement' and row_key = ${readFirstId('requirement', 'bid is not null')})`,
      )
    },
    /^rows: The entry of the log with id \d+ vouches for other row changes than those stored \(of .*requirement /m,
  ],
  [
    'an entry of the log rewritten',
    changeRowWithoutTriggers(
      'activity',
      `update activity set message = 'Nothing' where id = (select entry_id from activity_chain where seq = 200)`,
    ),
    /^log: Entry 200 is not what was written/m,
  ],
  [
    'an entry of the log deleted',
    trx =>
      bypassGuards(
        trx,
        'delete from activity_personal where entry_id = (select entry_id from activity_chain where seq = 200)',
        'delete from activity where id = (select entry_id from activity_chain where seq = 200)',
        'delete from activity_chain where seq = 200',
      ),
    /^log: Entry 200 is missing/m,
  ],
  [
    'a row changed with triggers on',
    trx => runStatements(trx, `update project set offer = offer - 1 where id = 'P301'`),
    /^rows: project P301 was changed outside an action after entry \d+ of 2026-\S+Z/m,
  ],
  [
    'the same, and an action changed the row since then',
    async trx => {
      await runStatements(
        trx,
        `update project set offer = offer - 1 where id = 'P301'`,
        `set local market.rows = ''`,
      )
      await runStatements(trx, `update project set version = version + 1 where id = 'P301'`)
      await appendLogEntries(trx as Transaction<Database>, [createInstallationEntry('Later')])
    },
    /^rows: project P301 was changed outside an action after entry \d+ of 2026-\S+Z/m,
  ],
  [
    'a password replaced',
    changeRowWithoutTriggers(
      'credential',
      `update credential set password_hash = 'another' where user_id = 'operator'`,
    ),
    /^rows: credential operator does not match entry/m,
  ],
  [
    'a second factor removed',
    changeRowWithoutTriggers('second_factor', `delete from second_factor where user_id = 'operator'`),
    /^rows: second_factor operator is missing, but exists according to entry/m,
  ],
  [
    'the log truncated after its last checkpoint',
    truncateLog(signed),
    /^log: The log has a signed head of \d+ entries, and the entry that noted it was cut off/m,
  ],
  [
    'the last checkpoint deleted',
    trx => bypassGuards(trx, `delete from log_checkpoint where size = ${signed()}`),
    /^log: Entry \d+ notes a signed head of \d+ entries that is gone/m,
  ],
]

/** Changes of everything that grants access: what, in which table, how, and the key of the row to be named. */
export const ACCESS_CHANGES: readonly [what: string, table: string, statement: string, key: string][] = [
  [
    'a password that needs no change',
    'credential',
    `update credential set must_change = not must_change where user_id = 'operator'`,
    'operator',
  ],
  ['a password deleted', 'credential', `delete from credential where user_id = 'operator'`, 'operator'],
  [
    'a secret of an authenticator replaced',
    'second_factor',
    `update second_factor set secret = 'known'`,
    'operator',
  ],
  [
    'a recovery code added',
    'recovery_code',
    `insert into recovery_code values ('operator', repeat('c', 64))`,
    `operator ${'c'.repeat(64)}`,
  ],
  ['a recovery code deleted', 'recovery_code', 'delete from recovery_code', `operator ${'a'.repeat(64)}`],
  [
    'a passkey added',
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
  ['the secret of a webhook', 'webhook', `update webhook set secret = 'known'`, 'hook'],
  ['the address of a webhook', 'webhook', `update webhook set url = 'https://elsewhere.example'`, 'hook'],
  [
    'an invitation to another address',
    'invitation',
    `insert into invitation (id, organisation_id, email, invited_by, invited_at) values ('more', 'OP01', 'x@example.org', 'operator', now())`,
    'more',
  ],
]
