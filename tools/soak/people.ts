import type pg from 'pg'
import { signIn } from '../bench/person.ts'

/** An item whose owner sets an amount, with the other answers of that form. */
export interface Owned {
  kind: 'project' | 'requirement'
  id: string
  cookie: string
  values: Record<string, unknown>
}

const ROUND = 'RD-SOL-1'
/** A bid for all that is required, so that its amount is free. */
const NO_PART = { acceptOngoingOnly: false, bidOngoingOnly: null }
/** Owners of the open round, by thing. */
const OWNED = `select 'project' as kind, project.id, min(username) as username from project
  join "user" on organisation_id = supplier_id where round_id = $1 and status = 'Offered' and group_id is null group by 2
  union all select 'requirement', requirement.id, min(username) from requirement
  join "user" on organisation_id = buyer_id where round_id = $1 and status = 'Bid' and group_id is null group by 2`

/** Signs in everyone who acts during a run: one person for each role, and the owners of offers and bids in the open round. */
export const signInAll = async (url: string, client: pg.Client) => {
  const cookieOf = async (username: string): Promise<string> => (await signIn(url, username)).cookie
  const roles = {
    operator: await cookieOf('operator'),
    supplier: await cookieOf('sedgewhistle.su01'),
    buyer: await cookieOf('alba.bu01'),
    authority: await cookieOf('lpa.somerset'),
  }
  const { rows } = await client.query<Pick<Owned, 'kind' | 'id'> & { username: string }>(OWNED, [ROUND])
  const owners = new Map<string, Awaited<ReturnType<typeof signIn>>>()
  const owned: Owned[] = []
  for (const { kind, id, username } of rows) {
    const owner = owners.get(username) ?? (await signIn(url, username))
    owners.set(username, owner)
    const action = kind === 'project' ? 'SetOffer' : 'SetBid'
    const form = await owner.get<{ values: object; declarations: readonly { id: string }[] }>(
      `/api/${kind}/${id}/action/${action}`,
    )
    const declarations = form.declarations.map(one => ({ id: one.id, answer: true }))
    owned.push({
      kind,
      id,
      cookie: owner.cookie,
      values: { ...form.values, ...(kind === 'requirement' && NO_PART), declarations },
    })
  }
  const { rows: monitored } = await client.query<{ id: string }>(
    `select id from project where status in ('Verified', 'Monitoring') order by ordinal`,
  )
  return {
    roles,
    owned,
    projects: owned.filter(({ kind }) => kind === 'project'),
    monitored: monitored.map(({ id }) => id),
    /** The administrator of an organisation that has webhooks. */
    administrator: await cookieOf('harestow.su17'),
  }
}

/** Everyone who acts during a run, signed in. */
export type People = Awaited<ReturnType<typeof signInAll>>
