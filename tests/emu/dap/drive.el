;;; drive.el --- Drives go64 --dap with dape in Emacs without a screen  -*- lexical-binding: t -*-

;; In the environment: GO64_DRIVE, JSON of command, source, inc and out, the file for what was
;; seen; tests/emu/dap/test_editors.py compares it.  GO64_LISP has the lines of
;; docs/program/debugging.md, which name the adapter and the program.

(require 'json)
(require 'dape)

(defvar drive (json-parse-string (getenv "GO64_DRIVE") :object-type 'alist))
(defvar seen nil)
(defvar stops 0)

(setq inhibit-message t)
(add-hook 'dape-stopped-hook (lambda () (setq stops (1+ stops))))

(defun wait-for (what test)
  "Wait until TEST gives a value, and return it; WHAT is said if it never does."
  (with-timeout (60 (error "%s has not come: %S" what seen))
    (let (value)
      (while (not (setq value (funcall test)))
        (accept-process-output nil 0.01))
      value)))

(defun frames ()
  "Return the stack frames of the machine, which has stopped."
  (let ((conn (dape--live-connection 'stopped t)))
    (and conn (plist-get (dape--current-thread conn) :stackFrames))))

(defun stopped (command)
  "Call COMMAND with the connection; return the line at which the machine has stopped after it."
  (let ((before stops) (old (car (frames))))
    (funcall command (dape--live-connection 'last t))
    (wait-for "a stop" (lambda ()  ; frames come after the hook, the old ones stay until then
                         (and (> stops before) (frames) (not (eq (car (frames)) old)))))
    (plist-get (car (frames)) :line)))

(defun ask (command arguments)
  "Return the answer to COMMAND with ARGUMENTS."
  (let (answer)
    (dape-request (dape--live-connection 'last) command arguments
                  (lambda (body problem) (setq answer (or problem body))))
    (wait-for command (lambda () answer))))

(defun count-now ()
  "Return what the adapter shows of the label count."
  (plist-get (ask "evaluate" '(:expression "count" :context "watch")) :result))

(defun note (key value)
  "Keep VALUE for the test."
  (push (cons key value) seen))

(defun run ()
  "Go through the program as tests/emu/dap/drive.lua does."
  (find-file (alist-get 'source drive))
  (let ((project default-directory))
    (setq dape-cwd-function (lambda () project)))
  (goto-char (point-min))
  (forward-line (1- (alist-get 'inc drive)))
  (dape-breakpoint-toggle)
  (note 'hit (stopped (lambda (_) (dape (dape--config-eval 'go64 '(:window nil))))))
  (note 'over (stopped #'dape-next))
  (note 'back (vector (stopped (lambda (_) (go64-step-back)))
                      (stopped (lambda (_) (go64-step-back)))))
  (dape-breakpoint-remove-all)
  (note 'in (stopped #'dape-step-in))
  (note 'stack (vconcat (mapcar (lambda (frame) (plist-get frame :line))
                                (plist-get (ask "stackTrace" '(:threadId 1)) :stackFrames))))
  (note 'out (stopped #'dape-step-out))
  (dape-breakpoint-expression "@count == 5")
  (stopped #'dape-continue)
  (note 'condition (count-now))
  (dape-breakpoint-remove-all)
  (dape-kill (dape--live-connection 'last))
  (note 'gone (wait-for "the end" (lambda () (not (dape--live-connection 'last t))))))

(load (getenv "GO64_LISP") nil t)
(condition-case problem
    (run)
  (error (note 'problem (format "%S" problem))))
(with-temp-file (alist-get 'out drive)
  (insert (json-encode seen)))
(kill-emacs 0)
