import type { ReactNode } from 'react'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { DECLARATION_CATEGORY_LABELS } from '#domain/declaration'
import type { Entities, SettingKind } from '#domain/entities'

type Shown<K extends SettingKind> = readonly (readonly [
  heading: string,
  show: (row: Entities[K]) => ReactNode,
])[]

const yes = (isSo: boolean) => (isSo ? 'Yes' : 'No')

const COLUMNS: { [K in SettingKind]: Shown<K> } = {
  projectType: [
    ['Services', row => row.serviceTypes.map(type => CREDIT_TYPE_LABELS[type]).join(', ')],
    ['Fixed term', row => yes(row.fixedTermAllowed)],
    ['Permanent', row => yes(row.permanentAllowed)],
  ],
  standard: [
    ['Version', row => row.edition],
    ['Publisher', row => row.publisher],
    ['Services', row => row.serviceTypes.map(type => CREDIT_TYPE_LABELS[type]).join(', ')],
  ],
  nca: [['Number', row => row.number]],
  lpa: [
    ['Full name', row => row.fullName],
    ['Region', row => row.region],
  ],
  subcatchment: [
    ['Catchment', row => row.catchment],
    ['Nitrogen credits', row => yes(row.nitrogen)],
    ['Phosphorous credits', row => yes(row.phosphorous)],
  ],
  declaration: [
    ['Category', row => DECLARATION_CATEGORY_LABELS[row.category]],
    ['For agents', row => yes(row.isForAgents)],
    ['For participants', row => yes(row.isForParticipants)],
  ],
}

/** What is shown of a type of reference data besides the name, in its list and on the page of each entry. */
export const refdataColumns = (kind: SettingKind) => COLUMNS[kind] as Shown<SettingKind>
