import { GROUPS_BY_ORGANISATION_TYPE } from '#domain/people/user'
import type { OrganisationType } from '#domain/people/organisation'
import { addUser } from '#server/auth/accounts'
import { createAdmittedMembership } from '#server/auth/joining'
import { createAdmin } from '#server/commands/first-admin'
import { appendEntryIfChanged } from '#server/store/activity'
import { connectDatabase } from '#server/store/database'
import { loadReferenceData } from '#server/store/reference-data'
import type { Store } from '#server/store/store'
import { TEMPLATE_NOW, emptyTables, type Template } from './templates.ts'
import { serve } from './world.ts'

/** A first start without the demonstration: there are no people yet. */
export const firstStart: Template = {
  name: 'first_start',
  file: import.meta.filename,
  from: emptyTables,
  make: async reach => {
    const db = connectDatabase(reach)
    await loadReferenceData(db, TEMPLATE_NOW)
    await db.destroy()
  },
}

/** The same with an administrator, as `npm run create-admin` creates one. */
const installation: Template = {
  name: 'installation',
  file: import.meta.filename,
  from: firstStart,
  make: async reach => {
    const db = connectDatabase(reach)
    await createAdmin(db, {
      email: 'olive@operator.example',
      displayName: 'Olive Operator',
      now: TEMPLATE_NOW,
    })
    await db.destroy()
  },
}

/** The user id of the first administrator of an installation. */
export const operatorIdIn = async ({ read }: Store): Promise<string> =>
  (await read.list('user', {})).find(({ groups }) => groups.includes('sysadmin'))?.id ?? ''

const NEWCOMERS: Record<string, OrganisationType> = {
  avon: 'PARTICIPANT',
  brook: 'PARTICIPANT',
  coombe: 'PARTICIPANT',
  downs: 'PARTICIPANT',
  agency: 'AGENT',
  somerset: 'LPA',
}

/**
 * The installation after the operator has added a market, participants, an agency and a planning authority, each with
 * one person of the same name.
 */
export const firstStartInstallation: Template = {
  name: 'newcomers',
  file: import.meta.filename,
  from: installation,
  make: async (reach, dataDir) => {
    const { as, store, stop } = await serve(reach, dataDir, { works: false })
    const operator = as(await operatorIdIn(store))
    await operator.does('CreateMarket', { kind: 'markets' }, { name: 'Somerset' })
    for (const [index, [id, type]] of Object.entries(NEWCOMERS).entries()) {
      const email = `${id}@${id}.example`
      const { context } = await operator.does(
        'CreateOrganisation',
        { kind: 'organisations' },
        {
          type,
          name: id,
          contact: id,
          email,
          phone: `+44163296012${index}`,
          mailingAddress: 'Taunton',
          ...(type === 'LPA' && { lpaId: 'Somerset' }),
        },
      )
      await store.transaction(async ({ db }) => {
        await addUser(
          db,
          {
            id,
            username: id,
            email,
            displayName: id,
            phone: null,
            groups: [GROUPS_BY_ORGANISATION_TYPE[type][0]],
            organisationId: context.id,
            active: true,
            secondFactor: false,
            mustResetPassword: false,
            isShared: false,
            ...createAdmittedMembership(TEMPLATE_NOW),
          },
          'nobody signs in with it',
          TEMPLATE_NOW,
        )
        const title = 'Add account'
        await appendEntryIfChanged(db, {
          at: TEMPLATE_NOW,
          action: 'AddAccount',
          title,
          message: title,
          details: {},
        })
      })
    }
    await stop()
  },
}
