import { IconCamera, IconPhoto, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import controls from '../../display/controls.module.css';
import { Problem } from '../../display/note.tsx';
import type { Picture } from '../../storage/database.ts';
import { texts } from '../../texts/texts.ts';
import classes from './pictures.module.css';
import { scalePicture } from './scale-picture.ts';

const MOST = 5;

interface PicturesProps {
  pictures: readonly Picture[];
  onChange: (change: (before: Picture[]) => Picture[]) => void;
  /** True while chosen pictures are made smaller: the form must wait for them. */
  onScaling: (isScaling: boolean) => void;
}

/** Up to five pictures, from the camera or the gallery. */
export function Pictures({ pictures, onChange, onScaling }: PicturesProps) {
  const running = useRef(0);
  const [problems, setProblems] = useState<string[]>([]);
  const problemList = useRef<HTMLDivElement>(null);
  // The emergency call covers the end of the window.
  useEffect(() => {
    if (problems.length > 0) problemList.current?.scrollIntoView({ block: 'nearest' });
  }, [problems]);
  const add = async (files: readonly File[]) => {
    const found: string[] = [];
    running.current += 1;
    onScaling(true);
    for (const file of files) {
      try {
        const blob = await scalePicture(file);
        onChange((before) => (before.length < MOST ? [...before, { blob, key: null }] : before));
      } catch {
        found.push(texts.forms.pictureFailed(file.name));
      }
    }
    if (pictures.length + files.length - found.length > MOST) found.push(texts.forms.pictureLimit);
    setProblems(found);
    running.current -= 1;
    onScaling(running.current > 0);
  };
  return (
    <fieldset className={classes['group']}>
      <legend className={controls['label']}>{texts.forms.pictures}</legend>
      {pictures.length > 0 && (
        <ul className={classes['list']}>
          {pictures.map((picture, index) => (
            <li key={index}>
              <Preview blob={picture.blob} number={index + 1} />
              <button
                type="button"
                className={classes['remove']}
                aria-label={texts.forms.removePicture(index + 1)}
                onClick={() => onChange((before) => before.filter((_, at) => at !== index))}
              >
                <IconX aria-hidden />
                {texts.forms.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MOST && (
        <div className={classes['choices']}>
          <Choice isCamera onChosen={add}>
            <IconCamera aria-hidden />
            {texts.forms.takePicture}
          </Choice>
          <Choice onChosen={add}>
            <IconPhoto aria-hidden />
            {texts.forms.addPicture}
          </Choice>
        </div>
      )}
      {problems.length > 0 && (
        <div ref={problemList} className={classes['problems']}>
          {problems.map((problem) => (
            <Problem key={problem}>{problem}</Problem>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  /** Some phones offer only the gallery otherwise. */
  isCamera?: boolean;
  onChosen: (files: readonly File[]) => Promise<void>;
  children: ReactNode;
}

function Choice({ isCamera = false, onChosen, children }: ChoiceProps) {
  const id = useId();
  return (
    <>
      <input
        id={id}
        className={classes['input']}
        type="file"
        accept="image/*"
        {...(isCamera ? { capture: 'environment' } : { multiple: true })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          void onChosen(files);
        }}
      />
      <label htmlFor={id} className={controls['button']}>
        {children}
      </label>
    </>
  );
}

function Preview({ blob, number }: { blob: Blob; number: number }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    image.current?.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={texts.forms.picture(number)} />;
}
