import { GROUPS_OF } from '#domain/user'
import type { OrganisationType } from '#domain/organisation'
import { addUser } from '#server/auth/accounts'
import { admittedFromStart } from '#server/auth/joining'
import { createAdmin } from '#server/auth/first-admin'
import { appendIfChanged } from '#server/store/activity'
import { connect } from '#server/store/database'
import { loadReferenceData } from '#server/store/reference-data'
import type { Store } from '#server/store/store'
import { NOW, tablesOnly, type Template } from './templates.ts'
import { serve } from './world.ts'

/** What a first start without the demonstration leaves: nobody is there yet. */
export const firstStart: Template = {
  name: 'first_start',
  from: tablesOnly,
  make: async reach => {
    const db = connect(reach)
    await loadReferenceData(db, NOW)
    await db.destroy()
  },
}

/** The same with an administrator as `npm run create-admin` makes one. */
const installation: Template = {
  name: 'installation',
  from: firstStart,
  make: async reach => {
    const db = connect(reach)
    await createAdmin(db, { email: 'olive@operator.example', displayName: 'Olive Operator', now: NOW })
    await db.destroy()
  },
}

/** The user id of the administrator with whom an installation begins. */
export const operatorIn = async ({ read }: Store): Promise<string> =>
  (await read.list('user', {})).find(({ groups }) => groups.includes('sysadmin'))?.id ?? ''

const NEWCOMERS: Record<string, OrganisationType> = {
  avon: 'PARTICIPANT',
  brook: 'PARTICIPANT',
  coombe: 'PARTICIPANT',
  downs: 'PARTICIPANT',
  agency: 'AGENT',
  somerset: 'LPA',
}

/** The installation after the operator has added a market, participants, an agency and a planning authority; in each is one person, of its name. */
export const newcomers: Template = {
  name: 'newcomers',
  from: installation,
  make: async (reach, dataDir) => {
    const { as, store, stop } = await serve(reach, dataDir, { works: false })
    const operator = as(await operatorIn(store))
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
            groups: [GROUPS_OF[type][0]],
            organisationId: context.id,
            active: true,
            secondFactor: false,
            mustResetPassword: false,
            isShared: false,
            ...admittedFromStart(NOW),
          },
          'nobody signs in with it',
          NOW,
        )
        const title = 'Add account'
        await appendIfChanged(db, { at: NOW, action: 'AddAccount', title, message: title, details: {} })
      })
    }
    await stop()
  },
}
