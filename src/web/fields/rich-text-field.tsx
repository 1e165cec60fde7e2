import { LexicalComposer } from '@lexical/react/LexicalComposer'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary'
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin'
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin'
import { PlainTextPlugin } from '@lexical/react/LexicalPlainTextPlugin'
import { $getRoot, type EditorState } from 'lexical'
import {
  BeautifulMentionNode,
  BeautifulMentionsPlugin,
  type BeautifulMentionsItem,
} from 'lexical-beautiful-mentions'
import type { RichTextDraft } from '#domain/text/comment'
import type { FieldProps } from './field-props.ts'
import { MentionMenu, MentionMenuItem } from './mention-menu.tsx'

const UNDO_DELAY = 1000

const THEME = { beautifulMentions: { '@': 'mention', '@Focused': 'mention' } }

const answerOf = (state: EditorState): RichTextDraft | null => {
  const text = state.read(() => $getRoot().getTextContent()).trim()
  return text === '' ? null : { json: JSON.stringify(state.toJSON()) }
}

/** Text with paragraphs and mentions of people, who are found by typing @ and a part of their name. */
export const RichTextField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  shape,
  value,
  onChange,
  findPeople,
}: FieldProps<RichTextDraft>) => {
  const search = async (_trigger: string, text?: string | null): Promise<BeautifulMentionsItem[]> =>
    (await findPeople(text ?? '')).map(({ id: who, kind, name, of }) => ({
      value: name,
      id: who,
      kind,
      ...(of && { of }),
    }))
  return (
    <LexicalComposer
      initialConfig={{
        namespace: id,
        nodes: [BeautifulMentionNode],
        theme: THEME,
        editorState: value?.json ?? null,
        onError: error => {
          throw error
        },
      }}
    >
      <PlainTextPlugin
        contentEditable={
          <ContentEditable
            id={id}
            className="input rich-text"
            ariaLabelledBy={labelId}
            ariaDescribedBy={describedBy}
            ariaInvalid={isInvalid}
            ariaRequired={!shape.isOptional}
            ariaMultiline
          />
        }
        placeholder={null}
        ErrorBoundary={RichTextErrorBoundary}
      />
      <HistoryPlugin delay={UNDO_DELAY} />
      <OnChangePlugin ignoreSelectionChange onChange={state => onChange(answerOf(state))} />
      <BeautifulMentionsPlugin
        triggers={['@']}
        onSearch={search}
        menuItemLimit={8}
        menuComponent={MentionMenu}
        menuItemComponent={MentionMenuItem}
      />
    </LexicalComposer>
  )
}

const RichTextErrorBoundary = (props: Parameters<typeof LexicalErrorBoundary>[0]) => (
  <LexicalErrorBoundary {...props} fallback={<p role="alert">An error was thrown.</p>} />
)
