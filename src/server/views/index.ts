import type { Actor } from '#domain/actor'
import { type Entities, SETTING_KINDS, type StoredKind } from '#domain/entities'
import type { Resource } from '#domain/wire/general'
import { authorityView } from './authority.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { projectGroupView, requirementGroupView } from './group.ts'
import { marketView } from './market.ts'
import { organisationView } from './organisation.ts'
import { participationView } from './participation.ts'
import { projectView } from './project.ts'
import { requirementView } from './requirement.ts'
import { roundView } from './round.ts'
import { userView } from './user.ts'
import { settingView } from './setting.ts'

type View<K extends StoredKind> = (
  subject: Entities[K],
  reader: Actor,
  context: ViewContext,
) => Promise<Resource>

const VIEWS: { [K in StoredKind]?: View<K> } = {
  market: marketView,
  round: roundView,
  organisation: organisationView,
  user: userView,
  participation: participationView,
  agentAuthority: authorityView,
  project: projectView,
  projectGroup: projectGroupView,
  requirement: requirementView,
  requirementGroup: requirementGroupView,
  ...Object.fromEntries(SETTING_KINDS.map(kind => [kind, settingView(kind)])),
}

/** What this reader may see of a subject. Whether it may be seen at all is asked before (`mayRead`). */
export const viewOf = async <K extends StoredKind>(
  kind: K,
  subject: Entities[K],
  reader: Actor,
  context: ViewContext,
): Promise<Resource> => {
  const view: View<K> | undefined = VIEWS[kind]
  if (view) return view(subject, reader, context)
  // Things without a page of their own are known by name only.
  const name = (subject as { name?: string }).name ?? subject.id
  return resourceOf(kind, subject as never, name, reader, { round: undefined, now: context.now })
}
