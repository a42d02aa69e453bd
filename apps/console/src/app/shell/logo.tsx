import { frameTexts } from '../../texts/frame.ts';
import classes from './logo.module.css';

/** The mark and the product's name. */
export function Logo() {
  return (
    <span className={classes['logo']}>
      <svg aria-hidden viewBox="0 0 32 32" width="24" height="24">
        <rect width="32" height="32" rx="8" fill="var(--cp-brand)" />
        <circle cx="16" cy="16" r="4.5" fill="#1b1512" />
        <path
          d="M9.2 22.8a9.6 9.6 0 0 1 0-13.6M22.8 9.2a9.6 9.6 0 0 1 0 13.6"
          fill="none"
          stroke="#1b1512"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
      {frameTexts.product}
    </span>
  );
}
