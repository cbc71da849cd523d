/** One line of the program, and what a mistake makes of it. */
export type Fault = {
  readonly name: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly line: string;
  readonly becomes: string;
};

export const fault = (name: string, file: string, line: string, becomes: string): Fault => ({
  name,
  file,
  line,
  becomes,
});
