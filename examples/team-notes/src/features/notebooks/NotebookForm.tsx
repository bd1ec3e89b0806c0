import type { ReactNode } from 'react';
import { Cover } from '../../components/Cover';
import { Field } from '../../components/Field';
import { Notice } from '../../components/Notice';
import { textOf, useSubmit } from '../auth/useSubmit';
import { type NotebookColor, notebookColors } from './notebooks';

type Props = {
  name?: string;
  color?: NotebookColor;
  children: ReactNode;
  onSave: (input: { name: string; color: NotebookColor }) => Promise<void>;
};

/** Name and colour of a notebook; its buttons are the children. */
export function NotebookForm({ name = '', color = 'marigold', children, onSave }: Props) {
  const { busy, problem, onSubmit } = useSubmit((form) =>
    onSave({ name: textOf(form, 'name'), color: textOf(form, 'color') as NotebookColor }),
  );
  return (
    <form onSubmit={onSubmit} className="stack">
      {problem && <Notice kind="error">{problem}</Notice>}
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        placeholder="Bakery opening"
        maxLength={60}
        pattern=".*\S.*"
        autoComplete="off"
        required
      />
      <fieldset className="field">
        <legend>Cover</legend>
        <div className="covers">
          {notebookColors.map((each) => (
            <label key={each} className="cover-choice">
              <input type="radio" name="color" value={each} defaultChecked={each === color} />
              <Cover color={each} />
              <span className="visually-hidden">{each}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="plain" disabled={busy}>
        {children}
      </fieldset>
    </form>
  );
}
