import { DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS } from '#domain/credit/declaration'
import { withHint, longText, name, oneOf, toggle } from '../kit/fields.ts'
import { settingActions } from './setting-actions.ts'

/** Declarations that rounds can ask for; a round keeps the text from the time when it adopted it. */
export const declarationActions = settingActions({
  kind: 'declaration',
  name: 'Declaration',
  noun: 'declaration',
  fields: {
    name: name('Name'),
    declaration: longText('Declaration'),
    category: withHint(
      oneOf('Category', DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS),
      'The form that asks for this declaration.',
    ),
    isForAgents: toggle('For agents'),
    isForParticipants: toggle('For participants'),
  },
  initial: { isForAgents: false, isForParticipants: false },
  check: ({ isForAgents, isForParticipants }) =>
    isForAgents === false && isForParticipants === false
      ? { isForParticipants: 'Must be for agents or participants or both' }
      : {},
})
