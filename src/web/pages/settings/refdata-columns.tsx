import type { ReactNode } from 'react'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { DECLARATION_CATEGORY_LABELS } from '#domain/declaration'
import type { Entities, SettingKind } from '#domain/entities'

/** An entry of the reference data, as a row of its list and as the thing of a page have it in common. */
type Entry<K extends SettingKind> = Omit<Entities[K], 'kind'>

type Columns<K extends SettingKind> = readonly (readonly [
  heading: string,
  show: (entry: Entry<K>) => ReactNode,
])[]

const yes = (isSo: boolean) => (isSo ? 'Yes' : 'No')

const COLUMNS: { [K in SettingKind]: Columns<K> } = {
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
    ['Planning data reference', row => row.reference],
    ['Area code', row => row.areaCode],
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
export const refdataColumns = <K extends SettingKind>(kind: K): Columns<K> => COLUMNS[kind]
